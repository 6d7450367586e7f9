import type { LinkLine, Note } from './read-data.ts'

const SHARE = 0.8
const FEWEST_WORDS = 3

/**
 * Notes other than source and target that hold a copy of a line: four fifths of its words on three lines in a
 * row. A newsletter that repeats a note repeats its links, and whoever finds the copy has been told the answer.
 */
export function createCopyFinder(notes: readonly Note[]): (line: LinkLine) => readonly string[] {
  const known = notes.map(({ path, text }) => ({
    path,
    lines: text.split('\n').map((line) => new Set(wordsOf(line))),
  }))
  return ({ source, target, query }) => {
    const words = [...new Set(wordsOf(query))]
    if (words.length < FEWEST_WORDS) return []
    return known
      .filter(({ path, lines }) => path !== source && path !== target && holdsCopy(lines, words))
      .map(({ path }) => path)
  }
}

function holdsCopy(lines: readonly ReadonlySet<string>[], words: readonly string[]): boolean {
  return lines.some((line, at) => {
    const near = [lines[at - 1], line, lines[at + 1]]
    return words.filter((word) => near.some((set) => set?.has(word))).length >= SHARE * words.length
  })
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
