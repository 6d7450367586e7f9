import { lineStarts } from '../note/line-breaks.ts'
import type { Heading, LineRange, ParsedNote } from '../note/parsed-note.ts'

/** Longer headings are compared as they are written. */
const LONGEST_HEADING = 1_000

export interface NoteSlice {
  readonly lines: LineRange
  /** As it stands in the note, without the last line's end. */
  readonly text: string
}

/**
 * The lines that `#heading`, `#heading#below` or `#^block` names: a section down to the next heading of its level or
 * above, or a block. Undefined where there is no such place.
 */
export function sliceByTarget(
  text: string,
  parsed: ParsedNote,
  target: { readonly heading?: string; readonly block?: string },
): NoteSlice | undefined {
  const starts = lineStarts(text)
  const lines =
    target.block === undefined
      ? sectionLines(parsed, target.heading, starts.length - 1)
      : blockLines(parsed, target.block)
  if (!lines) return undefined
  const [from, written] = lines
  let to = written
  while (to > from && text.slice(starts[to - 1], starts[to]).trim() === '') to -= 1
  return { lines: [from, to], text: text.slice(starts[from - 1], starts[to]).replace(/\r?\n$|\r$/u, '') }
}

function blockLines({ blocks }: ParsedNote, wanted: string): LineRange | undefined {
  const exact = blocks.find(({ id }) => id === wanted)
  return (exact ?? blocks.find(({ id }) => id.toLowerCase() === wanted.toLowerCase()))?.lines
}

function sectionLines({ headings }: ParsedNote, wanted = '', lastLine: number): LineRange | undefined {
  let from = 0
  let to = headings.length
  let found: Heading | undefined
  for (const name of wanted.split('#')) {
    const at = findHeading(headings, { name, from, to })
    if (at === -1) return undefined
    found = headings[at] as Heading
    const { level } = found
    const next = headings.findIndex((heading, index) => index > at && heading.level <= level)
    from = at + 1
    to = next === -1 ? headings.length : next
  }
  return found && [found.line, (headings[to]?.line ?? lastLine + 1) - 1]
}

function findHeading(
  headings: readonly Heading[],
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
): number {
  const among = headings.slice(from, to)
  const exact = among.findIndex(({ text }) => text === name.trim())
  if (exact !== -1) return from + exact
  const bare = bareHeading(name)
  const alike = bare === '' ? -1 : among.findIndex(({ text }) => bareHeading(text) === bare)
  return alike === -1 ? -1 : from + alike
}

/**
 * Links to headings leave out punctuation and the signs of Markdown, or turn them into blanks or hyphens: only letters,
 * digits and pictures count. Of a link in a heading its text counts, of a wiki link all that is written.
 */
function bareHeading(text: string): string {
  const shown = text.length > LONGEST_HEADING ? text : text.replace(/\[([^\][]*)\]\([^()\s]*\)/gu, '$1')
  return shown
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{S}]+|[$+<=>^`|~]+/gu, '')
}
