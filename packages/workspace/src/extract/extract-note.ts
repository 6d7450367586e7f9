import { createArtifact, type ImageReference, liftDataImages } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { sliceByTarget } from '../link/slice-by-target.ts'
import { parseNote } from '../note/parse-note.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { addQueries } from './add-queries.ts'
import { decodeText } from './decode-text.ts'
import { extractPath } from './extract-path.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'
import { readPicture } from './read-picture.ts'

interface Embed {
  readonly link: NoteLink
  readonly path: string
}

/** A note, what it embeds as artifacts of their own, what its queries give, and its pictures. */
export async function extractNote(
  extracting: Extracting,
  file: StoredFile,
  standing: Standing,
): Promise<number> {
  const text = decodeText(file)
  const parsed = parseNote(text)
  const lifted = liftDataImages(text)
  keepInlinePictures(extracting, lifted.images)
  const embeds = standing.isListed ? [] : await resolveEmbeds(extracting, file.path, parsed)
  const pictures = embeds.filter(({ path }) => fileKind(path) === 'image')
  extracting.into.add(
    createArtifact({
      kind: 'note',
      source: { path: file.path },
      content: lifted.text,
      contentHash: file.contentHash,
      images: [
        ...lifted.images.map(({ reference }) => reference),
        ...(await readPictures(extracting, file.path, pictures)),
        ...remoteImages(parsed),
      ],
      role: standing.role,
      priority: standing.priority,
    }),
  )
  if (!standing.isListed) {
    await addEmbeds(extracting, { from: file.path, embeds, standing })
    await addQueries(extracting, { path: file.path, parsed, standing })
  }
  return lifted.text.length
}

/** Embeds that lead to a file, in order, each place once. */
async function resolveEmbeds(
  { sources, into }: Extracting,
  from: string,
  parsed: ParsedNote,
): Promise<readonly Embed[]> {
  const links = parsed.links.filter((link) => link.embed && link.target !== '' && !isRemote(link))
  if (links.length === 0) return []
  const paths = await sources.index.resolveLinks(from, links)
  return links.flatMap((link, at) => {
    const path = paths[at]
    if (path !== undefined) return [{ link, path }]
    into.warn('missing', from, `"${from}" embeds "${link.target}" (line ${link.line}), which is not there.`)
    return []
  })
}

async function readPictures(
  extracting: Extracting,
  from: string,
  pictures: readonly Embed[],
): Promise<readonly ImageReference[]> {
  const { imagesPerNote } = extracting.sources.limits
  const left = pictures.length - imagesPerNote
  if (left > 0)
    extracting.into.warn(
      'left-out',
      from,
      `"${from}" shows ${pictures.length} pictures; the last ${left} were left out.`,
    )
  const references: ImageReference[] = []
  for (const { path } of pictures.slice(0, imagesPerNote)) {
    const reference = await readPicture(extracting, path)
    if (reference && !references.some(({ hash }) => hash === reference.hash)) references.push(reference)
  }
  return references
}

/** A picture on the web is only listed: fetching it needs the user's consent. [V-1] */
function remoteImages(parsed: ParsedNote): readonly ImageReference[] {
  const urls = parsed.links.filter((link) => link.embed && isRemote(link)).map(({ target }) => target)
  return [...new Set(urls)].map((name) => ({ hash: '', mediaType: 'image/*', name }))
}

interface EmbedsOf {
  readonly from: string
  readonly embeds: readonly Embed[]
  readonly standing: Standing
}

async function addEmbeds(extracting: Extracting, { from, embeds, standing }: EmbedsOf): Promise<void> {
  const { sources, into } = extracting
  const { embedDepth, embedsPerNote } = sources.limits
  const others = embeds.filter(({ path }) => fileKind(path) !== 'image')
  if (others.length === 0) return
  if (standing.depth >= embedDepth) {
    into.warn('left-out', from, `Embeds of "${from}" were not followed: ${embedDepth} levels is the limit.`)
    return
  }
  const left = others.length - embedsPerNote
  if (left > 0)
    into.warn('left-out', from, `"${from}" embeds ${others.length} files; the last ${left} were left out.`)
  for (const embed of others.slice(0, embedsPerNote)) await addEmbed(extracting, embed, standing)
}

/** A whole note keeps its own key; a section or a block of it is a passage. */
async function addEmbed(extracting: Extracting, { link, path }: Embed, standing: Standing): Promise<void> {
  const below: Standing = { role: 'embedded', priority: standing.priority, depth: standing.depth + 1 }
  try {
    if (link.heading === undefined && link.block === undefined) {
      if (!extracting.into.has(path)) await extractPath(extracting, { kind: 'path', path }, below)
    } else if (fileKind(path) === 'pdf') await addPdfPage(extracting, path, link, below)
    else await addSection(extracting, path, link, below)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn('unreadable', path, error.message)
  }
}

/** `![[paper.pdf#page=3]]` names one page. */
async function addPdfPage(
  extracting: Extracting,
  path: string,
  { heading = '' }: NoteLink,
  below: Standing,
): Promise<void> {
  const page = Number(/^page=(\d{1,6})/.exec(heading)?.[1])
  const request = { kind: 'path', path } as const
  await extractPath(extracting, page >= 1 ? { ...request, pages: [page, page] } : request, below)
}

async function addSection(
  extracting: Extracting,
  path: string,
  link: NoteLink,
  { priority }: Standing,
): Promise<void> {
  const text = decodeText(await extracting.sources.readFile(path))
  const slice = sliceByTarget(text, parseNote(text), link)
  const place = `${path}#${link.heading ?? `^${link.block ?? ''}`}`
  if (!slice) {
    extracting.into.warn('missing', path, `"${place}" is embedded, and is not there.`)
    return
  }
  const { lines, text: content } = slice
  extracting.into.add(
    createArtifact({ kind: 'selection', title: place, source: { path, lines }, content, priority }),
  )
}

function isRemote({ target }: NoteLink): boolean {
  return /^https?:\/\//i.test(target)
}
