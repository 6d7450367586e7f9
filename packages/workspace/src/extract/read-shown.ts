import type { ImageReference, JsonValue, LiftedImage } from '@varve/engine/internal'
import { fileKind } from '../file-kind.ts'
import { isRemote } from '../link/create-link-resolver.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import type { Extracting, ExtractSources, LeftBehind, Standing } from './extract-sources.ts'
import { keepInlinePictures, fetchPicture, readPicture, type WorkspacePicture } from './read-picture.ts'
import type { PathRequest } from './attach-request.ts'
import { distanceOf, warningCode } from './extraction.ts'

interface TextOf {
  readonly path: string
  /** Of a note: all that it says, or what the lines say that are taken of it. */
  readonly parsed: Pick<ParsedNote, 'links'> | undefined
  /** Pictures that were lifted out of the text. */
  readonly lifted: readonly LiftedImage[]
  readonly standing: Standing
}

/** What a text brings beside its words: its pictures, and the files that it embeds, which are not read yet. */
export interface Shown {
  readonly images: readonly ImageReference[]
  /** For the artifact: the files its pictures came from, so that marks they are given later hold too. */
  readonly metadata: { readonly pictures?: JsonValue }
  readonly embeds: readonly Embed[]
}

export async function readShown(
  extracting: Extracting,
  { path, parsed, lifted, standing }: TextOf,
): Promise<Shown> {
  const inline = await keepInlinePictures(extracting, path, lifted)
  const links = parsed?.links.filter(({ embed }) => embed) ?? []
  const embeds = standing.isListed ? [] : await resolveEmbeds(extracting, path, links)
  const isPicture = (embed: Embed): boolean => fileKind(embed.path) === 'image'
  const pictures = await readPictures(extracting, path, embeds.filter(isPicture))
  return {
    images: [
      ...inline,
      ...pictures.map(({ reference }) => reference),
      ...(await remoteImages(extracting, links, standing)),
    ],
    metadata:
      pictures.length === 0 ? {} : { pictures: pictures.map(({ reference: _reference, ...file }) => file) },
    embeds: embeds.filter((embed) => !isPicture(embed)),
  }
}

/** What a folder or a tag does not bring of a note. */
export async function leftBehind(
  { sources }: Extracting,
  path: string,
  { links, queries }: ParsedNote,
): Promise<LeftBehind> {
  const embeds = links.filter((link) => link.embed && isOfWorkspace(link))
  const resolved = embeds.length === 0 ? [] : await (await sources.settledIndex()).resolveLinks(path, embeds)
  return { paths: resolved.filter((found) => found !== undefined), hasQueries: queries.length > 0 }
}

function isOfWorkspace(link: NoteLink): boolean {
  return link.target !== '' && !isRemote(link)
}

/** Embeds that lead to a file, in order, each place once. */
async function resolveEmbeds(
  { sources, into }: Extracting,
  from: string,
  embeds: readonly NoteLink[],
): Promise<readonly Embed[]> {
  const links = embeds.filter(isOfWorkspace)
  if (links.length === 0) return []
  const paths = await (await sources.settledIndex()).resolveLinks(from, links)
  const found: Embed[] = []
  for (const [at, link] of links.entries()) {
    const path = paths[at]
    if (path !== undefined) found.push({ link, path })
    else {
      const why = await whyMissing(sources, from, link)
      into.warn('missing', from, `"${from}" embeds "${link.target}" (line ${link.line}), which is ${why}.`)
    }
  }
  return found
}

/** Only files that are listed are known by their names; another is looked for where the link says. */
async function whyMissing({ readFile }: ExtractSources, from: string, { target }: NoteLink): Promise<string> {
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  for (const path of [target, `${target}.md`, `${folder}${target}`, `${folder}${target}.md`])
    if (await canBeRead(readFile, path)) return 'there but not listed: it is ignored, or not indexed yet'
  const isOther = /\.[a-z0-9]{1,5}$/i.test(target) && fileKind(target) === undefined
  return isOther ? 'not there, or of a kind that Varve cannot read' : 'not there'
}

async function canBeRead(readFile: ExtractSources['readFile'], path: string): Promise<boolean> {
  try {
    await readFile(path)
    return true
  } catch (error) {
    if (error instanceof WorkspaceError) return false
    throw error
  }
}

async function readPictures(
  extracting: Extracting,
  from: string,
  pictures: readonly Embed[],
): Promise<readonly WorkspacePicture[]> {
  const { imagesPerNote } = extracting.sources.limits
  const left = pictures.length - imagesPerNote
  if (left > 0)
    extracting.into.warn(
      'left-out',
      from,
      `"${from}" shows ${pictures.length} pictures; the last ${left} were left out.`,
    )
  const read: WorkspacePicture[] = []
  for (const { path } of pictures.slice(0, imagesPerNote)) {
    const picture = await readPicture(extracting, path)
    if (picture && !read.some(({ reference }) => reference.hash === picture.reference.hash))
      read.push(picture)
  }
  return read
}

/** Pictures on the web are only listed, unless they are those of the open note and the user wants them. [V-1] */
async function remoteImages(
  extracting: Extracting,
  embeds: readonly NoteLink[],
  { role }: Standing,
): Promise<readonly ImageReference[]> {
  const addresses = new Set(embeds.filter(isRemote).map(({ target }) => target))
  const references: ImageReference[] = []
  for (const [at, url] of [...addresses].entries()) {
    const isWanted = role === 'active' && at < extracting.sources.limits.imagesPerNote
    const fetched = isWanted ? await fetchPicture(extracting, url) : undefined
    references.push(fetched ?? { hash: '', mediaType: 'image/*', name: url })
  }
  return references
}

export interface Embed {
  readonly link: NoteLink
  readonly path: string
}

interface EmbedsOf {
  readonly from: string
  readonly embeds: readonly Embed[]
  readonly standing: Standing
  /** Reads a file into the extraction. */
  readonly extract: (request: PathRequest, standing: Standing) => Promise<unknown>
}

/** Adds a note's embeds, each as its own artifact. */
export async function addEmbeds(extracting: Extracting, embedded: EmbedsOf): Promise<void> {
  const { from, embeds, standing } = embedded
  const { sources, into } = extracting
  const { embedDepth, embedsPerNote } = sources.limits
  if (embeds.length === 0) return
  if (standing.depth >= embedDepth) {
    into.warn('left-out', from, `Embeds of "${from}" were not followed: ${embedDepth} levels is the limit.`)
    return
  }
  const left = embeds.length - embedsPerNote
  if (left > 0)
    into.warn('left-out', from, `"${from}" embeds ${embeds.length} files; the last ${left} were left out.`)
  for (const embed of embeds.slice(0, embedsPerNote)) await addEmbed(extracting, embed, embedded)
}

/** A whole note keeps its own key; a section or a block of it is a passage. */
async function addEmbed(
  extracting: Extracting,
  { link, path }: Embed,
  { standing, extract }: EmbedsOf,
): Promise<void> {
  const below: Standing = { role: 'embedded', priority: standing.priority, depth: standing.depth + 1 }
  try {
    if (link.heading === undefined && link.block === undefined) {
      if (!extracting.into.has(path, distanceOf(below))) await extract({ kind: 'path', path }, below)
    } else await extract(fileKind(path) === 'pdf' ? pageOf(path, link) : sectionOf(path, link), below)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn(warningCode(error), path, error.message)
  }
}

/** `![[paper.pdf#page=3]]` names one page. */
function pageOf(path: string, { heading = '' }: NoteLink): PathRequest {
  const page = Number(/^page=(\d{1,6})/.exec(heading)?.[1])
  return page >= 1 ? { kind: 'path', path, pages: [page, page] } : { kind: 'path', path }
}

function sectionOf(path: string, { heading, block = '' }: NoteLink): PathRequest {
  return { kind: 'path', path, section: heading ?? `^${block}` }
}
