import remend from 'remend'
import { openFormula } from './maths.ts'

/** Smaller pieces would cost more to keep apart than to read again. */
const LEAST = 1_500

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/

const FENCE_END = /^( *)(`{3,}|~{3,})[ \t]*$/

/** HTML ends by rules of its own, and what looks like a fence in it is none. */
const HTML = /^ {0,3}</

/** A link or footnote definition, which changes how earlier blocks read. Its name may continue on the next line. */
const DEFINITION = /^[ \t>*+\-\d.)]*\[(?:[^[\]\\]|\\.)*(?:\]:|\\?\n)/

/** What may belong to a block that is open: a line of a list, or one that is set in. */
const GOES_ON = /^(?:[ \t]|[-*+](?:[ \t]|$)|\d{1,9}(?:[.)]|$))/

interface Fence {
  readonly mark: string
  /** The number of spaces before it: if any, it may be inside a list or not, which the line alone doesn't show. */
  readonly indent: number
}

/** A text in pieces, and from where the next one has to be looked at again. */
export interface SplitText {
  readonly text: string
  readonly pieces: readonly string[]
  /** Whether pieces but the last stay as they are, whatever comes. */
  readonly isFinal: boolean
}

/**
 * Parts Markdown where a block ends for certain, into pieces that read alone as they read together. While a text
 * grows, all pieces but the last stay the same: given how it was parted before, only what follows them is looked at.
 */
export function splitBlocks(text: string, least = LEAST, before?: SplitText): SplitText {
  const done = before?.isFinal && text.startsWith(before.text) ? before.pieces.slice(0, -1) : []
  const from = done.reduce((length, piece) => length + piece.length, 0)
  const rest = from === 0 ? text : text.slice(from)
  if (/\r(?!\n)/.test(rest)) return { text, pieces: [text], isFinal: false }
  const pieces = splitFrom(rest, least)
  if (!pieces) return { text, pieces: [text], isFinal: false }
  return { text, pieces: [...done, ...pieces], isFinal: true }
}

/** Parts a text that grows: each time, only what has come since is looked at. */
export function createSplitter(): (text: string) => readonly string[] {
  let before: SplitText | undefined
  return (text) => {
    before = splitBlocks(text, LEAST, before)
    return before.pieces
  }
}

/** Undefined if a definition affects the text before it. */
function splitFrom(text: string, least: number): readonly string[] | undefined {
  const pieces: string[] = []
  let from = 0
  let fence: Fence | undefined
  let isAfterBlank = false
  const cut = (at: number) => {
    if (at > from) pieces.push(text.slice(from, at))
    from = at
  }
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end + 1
    const line = text.slice(at, end === -1 ? text.length : end).replace(/\r$/, '')
    if (fence) {
      const within = goOn(fence, line)
      if (within === 'unclear') break
      if (within === 'closed') {
        // A code block at the top level is one piece, however long it grows.
        if (fence.indent === 0 && end !== -1) cut(next)
        fence = undefined
      }
    } else {
      if (HTML.test(line)) break
      if (DEFINITION.test(end === -1 ? line : `${line}\n`)) return undefined
      fence = fenceOf(line)
      const isEnd = isAfterBlank && at - from >= least && line !== '' && !GOES_ON.test(line)
      if (isEnd || fence?.indent === 0) cut(at)
    }
    isAfterBlank = isBlank(line)
    at = next
  }
  return [...pieces, text.slice(from)]
}

function fenceOf(line: string): Fence | undefined {
  const [, indent = '', mark] = FENCE.exec(line) ?? []
  return mark === undefined ? undefined : { mark, indent: indent.length }
}

/** What a line does to a fence. An indented fence ends with its list if it is in one: then nothing is certain. */
function goOn({ mark, indent }: Fence, line: string): 'open' | 'closed' | 'unclear' {
  const spaces = /^ */.exec(line)?.[0].length ?? 0
  if (indent > 0 && spaces < indent && !isBlank(line)) return 'unclear'
  const [, before = '', end = ''] = FENCE_END.exec(line) ?? []
  if (end[0] !== mark[0] || end.length < mark.length) return 'open'
  if (before.length <= 3) return 'closed'
  return indent > 0 ? 'unclear' : 'open'
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** A piece that is one block of code and nothing else; its text ends where its fence does, or has come so far. */
export interface CodePiece {
  readonly language: string
  readonly code: string
  readonly isClosed: boolean
}

const ENDS = /^( {0,3})(`{3,}|~{3,})[ \t]*$/gm

const CODE_PIECE = /^(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*\n/

/** The block of code that a piece is; anything less plain is left to the parser. */
export function codePiece(piece: string): CodePiece | undefined {
  const [head, mark, language = ''] = CODE_PIECE.exec(piece) ?? []
  if (head === undefined || mark === undefined || piece.includes('\r') || piece.includes('\0'))
    return undefined
  const body = piece.slice(head.length)
  const end = [...body.matchAll(ENDS)].find(
    ([, , run = '']) => run[0] === mark[0] && run.length >= mark.length,
  )
  if (!end) return { language, code: body, isClosed: false }
  // What follows its end is another block.
  if (body.slice(end.index + end[0].length).trim() !== '') return undefined
  return { language, code: body.slice(0, end.index), isClosed: true }
}

/** A line that is only the beginning of a mark: with its next letter it may be something else. */
const BEGUN_LINE =
  /^[ \t>]*(?:[-=*+_#|~]+|`+[^`]*|\d{1,9}[.)]?|(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?)[ \t]*$/

const ANY_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:`{3}|~{3})/

/** What closes an emphasis, a piece of code or a link that has only begun; all other marks stay as they are. */
const REMEND = {
  linkMode: 'text-only',
  katex: false,
  htmlTags: false,
  singleTilde: false,
  comparisonOperators: false,
  setextHeadings: false,
} as const

/**
 * The last piece of a running answer as it can be drawn already. What would change its look with the next words waits:
 * a mark that has only begun, a formula that is not closed, and the head of a table before the line that makes it one.
 */
export function settleMarkdown(text: string): string {
  const code = codePiece(text)
  // A fence that is about to close is no line of the code.
  if (code) return code.isClosed ? text : text.replace(/\n[ \t>]*[`~]+$/, '\n')
  const closed = text.replace(/\[(?:\^\d{0,4})?$/, '')
  const lines = closed.split('\n')
  const begun = lines.at(-1) ?? ''
  if (BEGUN_LINE.test(begun) || isBegunFold(begun)) lines.pop()
  const fences = lines.filter((line) => ANY_FENCE.test(line))
  if (fences.length % 2 === 1) return withClosedFolds(lines, /`{3,}|~{3,}/.exec(fences.at(-1) ?? '')?.[0])
  // A line that has just ended may go on as one block with the next.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length
  let first = end
  while (first > 0 && lines[first - 1]?.trimStart().startsWith('|')) first -= 1
  const rows = end - first
  const isTable = rows >= 2 && isTableHead(lines[first] ?? '', lines[first + 1] ?? '')
  const shown = rows === 0 || isTable ? lines : lines.slice(0, first)
  // Marks reach no further than their paragraph; of a table, than their row.
  const from = rows > 0 && isTable ? end - 1 : shown.slice(0, end).findLastIndex(isBlank) + 1
  const [head, tail] = [shown.slice(0, from), shown.slice(from).join('\n')]
  const settled = remend(withoutOpenFormula(tail), REMEND)
  return withClosedFolds([...head, ...(settled === '' ? [] : [settled])])
}

/** Two lines make a table once both have the same number of cells. */
function isTableHead(head: string, marks: string): boolean {
  const cells = (line: string) =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split(/(?<!\\)\|/).length
  return /^\s*\|[\s:|-]*-[\s:|-]*\|\s*$/.test(marks) && cells(head) === cells(marks)
}

/** The tag of a folded part, before it is whole. */
function isBegunFold(line: string): boolean {
  return (
    /^<\/?[a-z]{0,7}$/i.test(line) ||
    /^<summary>(?!.*<\/summary>)/i.test(line) ||
    (/^<details\b/i.test(line) && !/^<details[^<>]*>\s*<summary>.*<\/summary>/i.test(line))
  )
}

/** A folded part is one from its first line on. */
function withClosedFolds(lines: readonly string[], fence?: string): string {
  const open = lines.filter((line) => /^<details\b/i.test(line)).length
  const closed = lines.filter((line) => /<\/details>\s*$/i.test(line)).length
  const ends =
    open > closed ? `${fence === undefined ? '' : `\n${fence}`}${'\n\n</details>'.repeat(open - closed)}` : ''
  return lines.join('\n') + ends
}

/** Further back, a dollar is one. */
const LONGEST_OPEN = 200

function withoutOpenFormula(text: string): string {
  // A mark of a formula may be half there.
  const whole = text.replace(/(?<!\\)(?:\\|(?<!\$)\$)$/, '')
  const open = openFormula(whole)
  if (
    open === undefined ||
    (whole[open] === '$' && whole[open + 1] !== '$' && whole.length - open > LONGEST_OPEN)
  )
    return whole
  return whole.slice(0, open).trimEnd()
}
