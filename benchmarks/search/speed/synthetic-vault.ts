import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../../random.ts'

export interface SyntheticVault {
  readonly paths: readonly string[]
  /** The text of a note, made anew each time: the same in every run. */
  readonly text: (index: number) => string
  /** From the most to the least frequent. */
  readonly words: readonly string[]
}

const WORDS = 30_000
const NOTES_A_FOLDER = 200

/** Notes as people write them in form and length, of words whose frequencies follow Zipf's law. */
export function syntheticVault(notes: number): SyntheticVault {
  const words = makeWords()
  const paths = Array.from(
    { length: notes },
    (_, index) => `area-${Math.floor(index / NOTES_A_FOLDER)}/${titleOf(words, index)}.md`,
  )
  return { paths, words, text: (index) => noteText(words, index, notes) }
}

/** Writes the notes into a folder. */
export function writeVault(root: string, vault: SyntheticVault): void {
  for (const [index, path] of vault.paths.entries()) {
    if (index % NOTES_A_FOLDER === 0) mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), vault.text(index))
  }
}

function titleOf(words: readonly string[], index: number): string {
  const random = createRandom(index * 2 + 1)
  return `${word(words, random)} ${word(words, random)} ${index}`
}

/** Every third has front matter; lengths lie between 30 and about 900 words, most of them short. */
function noteText(words: readonly string[], index: number, notes: number): string {
  const random = createRandom(index * 2 + 2)
  const lines: string[] = []
  if (index % 3 === 0)
    lines.push(
      '---',
      `tags: [topic-${random.below(40)}, area/${random.below(12)}]`,
      `rating: ${random.below(5)}`,
      '---',
    )
  lines.push(`# ${titleOf(words, index)}`, '')
  const paragraphs = 1 + Math.floor((random.below(12) * random.below(12)) / 12)
  for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
    if (paragraph > 0 && paragraph % 3 === 0) lines.push(`## ${sentence(words, random, 3)}`, '')
    if (random.below(5) === 0) lines.push(...list(words, random))
    else lines.push(sentence(words, random, 30 + random.below(60)))
    if (random.below(2) === 0)
      lines.push(`See [[${titleOf(words, random.below(notes))}]] #topic-${random.below(40)}`)
    lines.push('')
  }
  return lines.join('\n')
}

function list(words: readonly string[], random: Random): readonly string[] {
  return Array.from({ length: 4 }, (_, item) => `- ${item === 0 ? '[ ] ' : ''}${sentence(words, random, 8)}`)
}

function sentence(words: readonly string[], random: Random, length: number): string {
  return `${Array.from({ length }, () => word(words, random)).join(' ')}.`
}

/** The rank is a power of a uniform number: that is Zipf's law. */
function word(words: readonly string[], random: Random): string {
  return words[Math.floor(WORDS ** (random.below(1_000_000) / 1_000_000)) - 1] ?? ''
}

/** Different ones that a stemmer and a reader could take for words. */
function makeWords(): readonly string[] {
  const random = createRandom(7)
  const made = new Set<string>()
  while (made.size < WORDS) {
    const syllables = 1 + random.below(3) + (made.size > 200 ? 1 : 0)
    const parts = Array.from(
      { length: syllables },
      () => `${'bcdfghjklmnprstvwz'[random.below(18)]}${'aeiou'[random.below(5)]}`,
    )
    made.add(`${parts.join('')}${['', 'n', 's', 'ing', 'ed', 'er'][random.below(6)]}`)
  }
  return [...made]
}
