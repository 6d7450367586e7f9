import { createArtifact, liftDataImages, type Range } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { sliceByTarget } from '../link/slice-by-target.ts'
import { countLines, sliceLines } from '../note/line-breaks.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { addQueries } from './add-queries.ts'
import { admit } from './admit.ts'
import { decodeText } from './decode-text.ts'
import type { ExtractedText } from './extract-note.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { distanceOf } from './extraction.ts'
import { parseAttached } from './read-attached.ts'
import { readShown } from './read-shown.ts'

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
  const text = decodeText(file)
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

/** A passage brings what stands in it, as a whole note does: its pictures, embeds and queries. */
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
  const { images, embeds } = await readShown(extracting, {
    path,
    parsed: within,
    lifted: lifted.images,
    standing,
  })
  into.add({ ...passage, images }, distance)
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
