import type { LineRange, ParsedNote } from '@varve/workspace/notes'

/** A part of a text that an answer can cite. */
export interface Passage {
  readonly lines: LineRange
  /** Headings that its first line is under, outermost first, itself included. */
  readonly headings: readonly string[]
  /** The exact text of the lines, or a piece of one very long line. */
  readonly text: string
}

/** Sizes in UTF-16 code units. */
const SIZE = {
  /** A heading starts a new passage once the open one has this much. */
  section: 500,
  /** From here on a blank line ends a passage. */
  target: 1500,
  /** From here on every line does, except within a fenced block. */
  most: 2500,
  /** Where a fenced block is cut all the same, and a line is. */
  block: 5000,
} as const

/** Blanks and list or quote marks before it, as within a list; at most what a line of prose would not exceed. */
const FENCE = /^[ \t>*+-]{0,16}(`{3,64}|~{3,64})/

/** A text as passages with exact lines, in order, without gaps except for blank ones; linear. */
export function chunkNote(text: string, parsed?: Pick<ParsedNote, 'headings'>): readonly Passage[] {
  const headings = new Map(parsed?.headings.map((heading) => [heading.line, heading]))
  const passages: Passage[] = []
  const path: { readonly level: number; readonly text: string }[] = []
  let open = { start: 0, line: 1, headings: [] as readonly string[] }
  let fence: string | undefined
  let line = 0

  const close = (end: number, lastLine: number): void => {
    addPassages(passages, {
      text: text.slice(open.start, end),
      lines: [open.line, lastLine],
      headings: open.headings,
    })
  }
  const begin = (start: number): void => {
    open = { start, line, headings: path.map((heading) => heading.text) }
  }

  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start)
    line++
    const size = start - open.start
    const heading = headings.get(line)
    if (heading) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
    }
    if (
      size > 0 &&
      endsBefore({
        size,
        heading: heading !== undefined,
        inFence: fence !== undefined,
        blank: isBlank(text, start, end),
        long: end - start > SIZE.block,
      })
    ) {
      close(start, line - 1)
      begin(start)
    } else if (heading && isBlank(text, open.start, start)) begin(start)
    fence = nextFence(text.slice(start, Math.min(end, start + 96)), fence)
    start = end
  }
  if (open.start < text.length) close(text.length, line)
  return passages
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf('\n', start)
  return at < 0 ? text.length : at + 1
}

interface Boundary {
  readonly size: number
  readonly heading: boolean
  readonly inFence: boolean
  readonly blank: boolean
  readonly long: boolean
}

function endsBefore({ size, heading, inFence, blank, long }: Boundary): boolean {
  if (long || size >= SIZE.block) return true
  if (inFence) return false
  return size >= SIZE.most || (blank && size >= SIZE.target) || (heading && size >= SIZE.section)
}

/** The fence that is open after this line. */
function nextFence(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === undefined) return mark
  return mark[0] === open[0] && mark.length >= open.length ? undefined : open
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x20) return false
  return true
}

/** One passage, none where it is blank, or several pieces of the same lines where it is one very long line. */
function addPassages(passages: Passage[], passage: Passage): void {
  const { text, lines, headings } = passage
  if (isBlank(text, 0, text.length)) return
  if (text.length <= 2 * SIZE.block) {
    passages.push(passage)
    return
  }
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start)
    if (!isBlank(text, start, end)) passages.push({ lines, headings, text: text.slice(start, end) })
    start = end
  }
}

/** After a blank where there is one in the last part of a piece, and never between two halves of a character. */
function pieceEnd(text: string, start: number): number {
  const most = start + SIZE.most
  if (most >= text.length) return text.length
  for (let at = most; at > start + SIZE.target; at--) if (text.charCodeAt(at - 1) <= 0x20) return at
  const code = text.charCodeAt(most)
  return code >= 0xdc00 && code < 0xe000 ? most + 1 : most
}
