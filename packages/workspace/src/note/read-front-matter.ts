import type { FrontMatter, NoteLink } from './parsed-note.ts'
import { readYaml } from './read-yaml.ts'
import { parseSimpleYaml } from './simple-yaml.ts'
import { readWikiLink } from './wiki-link.ts'

const OPENING = /^---([A-Za-z]*)[ \t]*$/
const SAYS_WHO_MAY_READ = /^["']?(?:varve|private|local[-_ ]?only)["']?[ \t]*:/i
/** A line that may stand in a block: empty, indented, of a list, a comment, or a property. */
const MAY_BE_OF_BLOCK = /^(?:[ \t]|$|-[ \t]|#|[^\s:#][^:]*:)/
/** Beyond this a block is not metadata. */
const MOST_CHARACTERS = 65_536

export interface FrontMatterReading {
  readonly frontMatter: FrontMatter
  /** How many lines the block takes, and where the text after it begins. */
  readonly lines: number
  readonly bodyStart: number
  /** Those that a property gives as a quoted `[[…]]`. */
  readonly links: readonly NoteLink[]
}

const NONE: FrontMatterReading = { frontMatter: { values: {} }, lines: 0, bodyStart: 0, links: [] }

/** Reads the block between `---` lines at the very beginning of a text with LF line ends. */
export function readFrontMatter(text: string): FrontMatterReading {
  if (!text.startsWith('---')) return NONE
  const firstEnd = text.indexOf('\n')
  const opening = firstEnd === -1 ? null : OPENING.exec(text.slice(0, Math.min(firstEnd, 64)))
  if (!opening) return NONE
  const close = findClosing(text, firstEnd)
  if (!close) return unclosed(text)
  const block = text.slice(firstEnd + 1, Math.max(firstEnd + 1, close.at))
  const lines = close.at === firstEnd ? 2 : countLines(block) + 2
  return {
    frontMatter: { ...readBlock(block, opening[1] ?? ''), lines: [1, lines] },
    lines,
    bodyStart: close.end,
    links: block.includes('[[') ? quotedLinks(block) : [],
  }
}

/**
 * A line of its own across the page, or front matter that nobody closed: where it says who may read the note, it must not
 * go unheard.
 */
function unclosed(text: string): FrontMatterReading {
  const problem = 'line 1: front matter is not closed, a line with "---" alone is missing'
  for (const line of text.slice(0, MOST_CHARACTERS).split('\n').slice(1)) {
    if (SAYS_WHO_MAY_READ.test(line)) return { ...NONE, frontMatter: { values: {}, problem } }
    if (!MAY_BE_OF_BLOCK.test(line)) break
  }
  return NONE
}

/** The next line that is `---` and nothing else: the line feed before it, and where the line after it begins. */
function findClosing(text: string, from: number): { readonly at: number; readonly end: number } | undefined {
  for (let at = text.indexOf('\n---', from); at !== -1; at = text.indexOf('\n---', at + 4)) {
    let end = at + 4
    while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end += 1
    if (end === text.length) return { at, end }
    if (text.charCodeAt(end) === 10) return { at, end: end + 1 }
  }
  return undefined
}

function readBlock(block: string, language: string): FrontMatter {
  if (language !== '') {
    return {
      values: {},
      problem: `line 1: front matter in "${language}" is neither read nor run, only YAML is`,
    }
  }
  if (block.length > MOST_CHARACTERS) {
    return {
      values: {},
      problem: `line 1: front matter of ${block.length} characters, more than ${MOST_CHARACTERS}`,
    }
  }
  const simple = parseSimpleYaml(block)
  if (simple) return { values: simple }
  const { values, problem } = readYaml(block)
  return problem ? { values, problem: `line ${problem.line + 1}: ${problem.text}` } : { values }
}

function countLines(block: string): number {
  let lines = 1
  for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) lines += 1
  return lines
}

function quotedLinks(block: string): readonly NoteLink[] {
  const links: NoteLink[] = []
  for (const [index, text] of block.split('\n').entries()) {
    for (let at = text.indexOf('[[', 1); at !== -1; at = text.indexOf('[[', at + 2)) {
      const quote = text.charAt(at - 1)
      if (quote !== '"' && quote !== "'") continue
      const { link, end } = readWikiLink(text, at)
      if (link && text.charAt(end) === quote)
        links.push({ form: 'wiki', embed: false, ...link, line: index + 2 })
    }
  }
  return links
}
