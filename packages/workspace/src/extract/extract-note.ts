import { createArtifact, type ImageReference, liftDataImages } from '@varve/engine'
import { withoutDetails } from '../chat-file/without-details.ts'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { isRemote } from '../link/is-remote.ts'
import { parseNote } from '../note/parse-note.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { admit } from './admit.ts'
import type { Embed } from './add-embeds.ts'
import { addQueries } from './add-queries.ts'
import { checkRoom } from './check-room.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'
import { fetchPicture, readPicture } from './read-picture.ts'

/** A note as it was added, and the files that it embeds, which are not read yet. */
export interface ExtractedNote {
  readonly characters: number
  readonly embeds: readonly Embed[]
}

/** A note, what its queries give, and its pictures. */
export async function extractNote(
  extracting: Extracting,
  file: StoredFile,
  standing: Standing,
): Promise<ExtractedNote> {
  const text = decodeText(file)
  const parsed = parseNote(text)
  admit(extracting, file.path, parsed, standing)
  const lifted = liftDataImages(withoutDetails(text, parsed))
  checkRoom(file.path, lifted.text.length, standing)
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
        ...(await remoteImages(extracting, parsed, standing)),
      ],
      role: standing.role,
      priority: standing.priority,
    }),
  )
  if (!standing.isListed) await addQueries(extracting, { path: file.path, parsed, standing })
  return {
    characters: lifted.text.length,
    embeds: embeds.filter(({ path }) => fileKind(path) !== 'image'),
  }
}

/** Embeds that lead to a file, in order, each place once. */
async function resolveEmbeds(
  { sources, into }: Extracting,
  from: string,
  parsed: ParsedNote,
): Promise<readonly Embed[]> {
  const links = parsed.links.filter((link) => link.embed && link.target !== '' && !isRemote(link))
  if (links.length === 0) return []
  const paths = await (await sources.settledIndex()).resolveLinks(from, links)
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

/** Pictures on the web are only listed, unless they are those of the open note and the user wants them. [V-1] */
async function remoteImages(
  extracting: Extracting,
  parsed: ParsedNote,
  { role }: Standing,
): Promise<readonly ImageReference[]> {
  const links = parsed.links.filter((link) => link.embed && isRemote(link))
  const references: ImageReference[] = []
  for (const [at, url] of [...new Set(links.map(({ target }) => target))].entries()) {
    const isWanted = role === 'active' && at < extracting.sources.limits.imagesPerNote
    const fetched = isWanted ? await fetchPicture(extracting, url) : undefined
    references.push(fetched ?? { hash: '', mediaType: 'image/*', name: url })
  }
  return references
}
