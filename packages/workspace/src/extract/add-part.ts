import { createArtifact } from '@varve/engine'
import { liftDataImages, type Range } from '@varve/engine/internal'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { countLines, lineStarts, sliceLines } from '../note/line-breaks.ts'
import type { Heading, LineRange, ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { addQueries } from './add-queries.ts'
import { distanceOf } from './extraction.ts'
import { admit } from './admit.ts'
import { decodeText, readText } from '../folder/decode-text.ts'
import type { ExtractedText } from './extract-note.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { parseAttached } from './read-attached.ts'
import { readShown } from './read-shown.ts'

/** Longer headings are compared as they are written. */
const LONGEST_HEADING = 1_000

interface PartOf {
  readonly file: StoredFile
  readonly standing: Standing
}

interface SectionOf extends PartOf {
  /** A heading, or `^` and the id of a block. */
  readonly section: string
}

/** A section or a block of a note, as a passage: it is what was meant, whatever the note becomes. */
export async function addSection(
  extracting: Extracting,
  { file, section, standing }: SectionOf,
): Promise<ExtractedText> {
  const { path } = file
  const text = decodeText(file)
  const parsed = await parseAttached(extracting.sources, { ...file, text })
  admit(extracting, path, parsed, standing)
  const target = section.startsWith('^') ? { block: section.slice(1) } : { heading: section }
  const slice = sliceByTarget(text, parsed, target)
  const title = `${path}#${section}`
  if (!slice) throw new WorkspaceError('not-found', path, `"${title}" is not there and was left out.`)
  return addPart(extracting, { path, text, parsed, lines: slice.lines, title, standing })
}

/** Lines of a file as they are now, taken as a passage: they do not change when the file does. */
export async function addLines(
  extracting: Extracting,
  { file, lines: [from, to], standing }: PartOf & { readonly lines: Range },
): Promise<ExtractedText> {
  const { path } = file
  const text = await readText(file)
  const parsed =
    fileKind(path) === 'note' ? await parseAttached(extracting.sources, { ...file, text }) : undefined
  if (parsed) admit(extracting, path, parsed, standing)
  const count = countLines(text)
  if (from > count) {
    const has = `${count} ${count === 1 ? 'line' : 'lines'}`
    const message = `"${path}" has ${has}; line ${from} is not there and was left out.`
    throw new WorkspaceError('not-found', path, message)
  }
  return addPart(extracting, { path, text, parsed, lines: [from, Math.min(to, count)], standing })
}

interface Part {
  readonly path: string
  readonly text: string
  /** Of a note. */
  readonly parsed: ParsedNote | undefined
  readonly lines: Range
  readonly title?: string
  readonly standing: Standing
}

/** A passage brings what is in it, as a whole note does: its pictures, embeds and queries. */
async function addPart(
  extracting: Extracting,
  { path, text, parsed, lines, title, standing }: Part,
): Promise<ExtractedText> {
  const { into } = extracting
  const { priority } = standing
  const lifted = liftDataImages(sliceLines(text, lines))
  const { text: content } = lifted
  const passage = createArtifact({ kind: 'selection', title, source: { path, lines }, content, priority })
  const distance = distanceOf(standing)
  const characters = content.length
  if (into.has(passage.key, distance)) {
    into.add(passage, distance)
    return { characters, embeds: [] }
  }
  const within = parsed && partOf(parsed, path, lines)
  const { images, metadata, embeds } = await readShown(extracting, {
    path,
    parsed: within,
    lifted: lifted.images,
    standing,
  })
  into.add({ ...passage, images, metadata }, distance)
  if (within) await addQueries(extracting, { path, parsed: within, standing })
  return { characters, embeds }
}

/** What some lines of a note show. Another part of the same note is a file like any other to them. */
function partOf(parsed: ParsedNote, path: string, [from, to]: Range): ParsedNote {
  return {
    ...parsed,
    links: parsed.links
      .filter(({ line }) => line >= from && line <= to)
      .map((link) => (link.target === '' ? { ...link, form: 'wiki', target: path } : link)),
    queries: parsed.queries.filter(({ lines }) => lines[0] >= from && lines[1] <= to),
  }
}

interface NoteSlice {
  readonly lines: LineRange
  /** As it is in the note, without the last line's end. */
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
