import { cutLine } from './cut-text.ts'

interface ActionBlock {
  readonly verb: string
  /** The attribute or inner element that says what the block worked on, and what to say without it. */
  readonly object?: { readonly name: string; readonly unnamed: string }
}

const REASONING: ActionBlock = { verb: 'reasoned' }
const WRITING: ActionBlock = { verb: 'wrote', object: { name: 'path', unnamed: 'a file' } }
const EDITING: ActionBlock = { verb: 'edited', object: { name: 'path', unnamed: 'a file' } }
const CALLING: ActionBlock = { verb: 'used', object: { name: 'name', unnamed: 'a tool' } }

/** Blocks that models write into their answers for the application, not for the reader. */
const BLOCKS: ReadonlyMap<string, ActionBlock> = new Map([
  ['think', REASONING],
  ['thinking', REASONING],
  ['reasoning', REASONING],
  ['writeFile', WRITING],
  ['writeToFile', WRITING],
  ['editFile', EDITING],
  ['replaceInFile', EDITING],
  ['use_tool', CALLING],
  ['tool_call', CALLING],
])

const NAMES = [...BLOCKS.keys()].join('|')
/** Attributes hold neither < nor >, so that a search ends at the next tag and all of them are linear. */
const OPENING = `<(?<opens>${NAMES})(?<attributes>\\s[^<>]*|/)?>`
const CLOSING = `</(?<closes>${NAMES})>`
const FENCE = '^ {0,3}(?<fence>`{3,}(?=[^`\\n]*$)|~{3,})(?<info>[^\\n]*)'
const LANDMARK = `${FENCE}|${OPENING}|${CLOSING}`

const OBJECT_CHARACTERS = 160
/** What a block works on is named at its beginning; its content may hold anything. */
const OBJECT_REACH = 2000

/**
 * An answer as re-based history keeps it: reasoning and action blocks become one line each, all
 * other text stays byte for byte. Tags in code are text, and so is an opening tag in the middle of
 * a line that nothing closes: folding to the end there would lose what the model said. [L4-4]
 */
export function foldAnswer(text: string): string {
  const landmarks = new RegExp(LANDMARK, 'gm')
  const findClosing = createClosingFinder(text)
  const pieces: string[] = []
  let kept = 0
  let fence: string | undefined
  for (let found = landmarks.exec(text); found !== null; found = landmarks.exec(text)) {
    const { groups = {} } = found
    if (groups['fence'] !== undefined) {
      fence = nextFence(fence, groups['fence'], groups['info'] ?? '')
      continue
    }
    const fold = fence === undefined ? foldTag(text, found, findClosing) : undefined
    if (fold === undefined) continue
    pieces.push(text.slice(kept, found.index), fold.line)
    kept = fold.end
    landmarks.lastIndex = fold.end
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept)
}

interface Fold {
  readonly line: string
  readonly end: number
}

type ClosingFinder = (name: string, from: number) => number

function foldTag(text: string, found: RegExpExecArray, findClosing: ClosingFinder): Fold | undefined {
  const { opens, closes, attributes = '' } = found.groups ?? {}
  const afterTag = found.index + found[0].length
  if (text.charAt(found.index - 1) === '`') return undefined
  if (opens === undefined) return { line: describe(closes ?? '', '', ''), end: afterTag }
  if (attributes.endsWith('/')) return { line: describe(opens, attributes, ''), end: afterTag }
  const closing = findClosing(opens, afterTag)
  if (closing === -1 && !beginsLine(text, found.index)) return undefined
  const end = closing === -1 ? text.length : closing + `</${opens}>`.length
  const line = describe(opens, attributes, text.slice(afterTag, Math.min(end, afterTag + OBJECT_REACH)))
  return { line, end }
}

/** Positions are asked for in rising order, so each closing tag is searched for once. */
function createClosingFinder(text: string): ClosingFinder {
  const next = new Map<string, number>()
  return (name, from) => {
    const known = next.get(name)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const position = text.indexOf(`</${name}>`, from)
    next.set(name, position)
    return position
  }
}

function describe(name: string, attributes: string, content: string): string {
  const block = BLOCKS.get(name) ?? REASONING
  if (block.object === undefined) return `[${block.verb}]`
  const attribute = new RegExp(`\\s${block.object.name}="([^"]*)"`).exec(
    attributes.slice(0, OBJECT_REACH),
  )?.[1]
  const element = new RegExp(`<${block.object.name}>([^<]*)</${block.object.name}>`).exec(content)?.[1]
  const object = cutLine(attribute ?? element ?? '', OBJECT_CHARACTERS)
  return `[${block.verb} ${object === '' ? block.object.unnamed : object}]`
}

/** Four blanks already make code of a line, so no more than that is looked at. */
function beginsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index)
  const indent = before.slice(before.lastIndexOf('\n') + 1)
  return indent.length < 4 && indent.trim() === ''
}

function nextFence(fence: string | undefined, mark: string, info: string): string | undefined {
  if (fence === undefined) return mark
  return mark.startsWith(fence) && info.trim() === '' ? undefined : fence
}
