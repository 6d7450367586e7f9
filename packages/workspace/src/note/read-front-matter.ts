import type { FrontMatter } from './parsed-note.ts'
import { readYaml } from './read-yaml.ts'
import { parseSimpleYaml } from './simple-yaml.ts'

const OPENING = /^---([A-Za-z]*)[ \t]*$/
const CLOSING = /\n---[ \t]*(?:\n|$)/g
/** Beyond this a block is not metadata. */
const MOST_CHARACTERS = 65_536

export interface FrontMatterReading {
  readonly frontMatter: FrontMatter
  /** How many lines the block takes, and where the text after it begins. */
  readonly lines: number
  readonly bodyStart: number
}

const NONE: FrontMatterReading = { frontMatter: { values: {} }, lines: 0, bodyStart: 0 }

/** Reads the block between `---` lines at the very beginning of a text with LF line ends. */
export function readFrontMatter(text: string): FrontMatterReading {
  if (!text.startsWith('---')) return NONE
  const firstEnd = text.indexOf('\n')
  const opening = firstEnd === -1 ? null : OPENING.exec(text.slice(0, Math.min(firstEnd, 64)))
  if (!opening) return NONE
  const closing = new RegExp(CLOSING)
  closing.lastIndex = firstEnd
  const close = closing.exec(text)
  if (!close) return NONE
  const block = text.slice(firstEnd + 1, Math.max(firstEnd + 1, close.index))
  const lines = close.index === firstEnd ? 2 : countLines(block) + 2
  return {
    frontMatter: { ...readBlock(block, opening[1] ?? ''), lines: [1, lines] },
    lines,
    bodyStart: close.index + close[0].length,
  }
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
