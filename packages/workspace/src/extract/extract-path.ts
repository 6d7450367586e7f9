import { createArtifact, liftDataImages } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import { addEmbeds } from './add-embeds.ts'
import { addLines, addSection } from './add-part.ts'
import type { PathRequest } from './attach-request.ts'
import { checkRoom } from './check-room.ts'
import { decodeText } from './decode-text.ts'
import { extractImage } from './extract-image.ts'
import { type ExtractedText, extractNote } from './extract-note.ts'
import { extractPdf } from './extract-pdf.ts'
import type { Brought, Extracting, Standing } from './extract-sources.ts'
import { distanceOf } from './extraction.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'

/** A file by its path, or a part of it, by what it is. */
export async function extractPath(
  extracting: Extracting,
  request: PathRequest,
  standing: Standing,
): Promise<Brought> {
  const file = await readOrFind(extracting, request.path)
  const { path } = file
  const kind = fileKind(nameOf(path))
  if (kind !== 'note') admit(extracting, path, undefined, standing)
  switch (kind) {
    case 'note':
    case 'file': {
      const { embeds, ...brought } = await extractText(extracting, { file, request, standing })
      const extract = (embed: PathRequest, below: Standing): Promise<Brought> =>
        extractPath(extracting, embed, below)
      await addEmbeds(extracting, { from: path, embeds, standing, extract })
      return brought
    }
    case 'pdf':
      return extractPdf(extracting, { file, pages: request.pages, standing })
    case 'image':
      return extractImage(extracting, file, standing)
    case undefined:
      throw new WorkspaceError(
        'not-text',
        path,
        `"${path}" is a file that Varve cannot read; notes, text, PDFs and images can be attached.`,
      )
    default:
      return kind satisfies never
  }
}

interface TextRequest {
  readonly file: StoredFile
  readonly request: PathRequest
  readonly standing: Standing
}

function extractText(
  extracting: Extracting,
  { file, request: { lines, section }, standing }: TextRequest,
): Promise<ExtractedText> {
  if (lines) return addLines(extracting, { file, lines, standing })
  if (section !== undefined) return addSection(extracting, { file, section, standing })
  const isNote = fileKind(nameOf(file.path)) === 'note'
  return isNote ? extractNote(extracting, file, standing) : addText(extracting, file, standing)
}

/** A moved file is found by its base name if that is unique; whether another was ever there, nobody knows. */
async function readOrFind({ sources, into }: Extracting, path: string): Promise<StoredFile> {
  try {
    return await sources.readFile(path)
  } catch (error) {
    if (!(error instanceof WorkspaceError) || !mayBeElsewhere(error)) throw error
    const candidates = await (await sources.settledIndex()).findByName(nameOf(path))
    const [found] = candidates
    if (candidates.length === 1 && found !== undefined) {
      into.warn('moved', path, `"${path}" is not there; "${found}" was taken in its place.`)
      return sources.readFile(found)
    }
    const message =
      candidates.length > 1
        ? `"${path}" was left out: ${candidates.length} files have its name, ${someOf(candidates)}. Name one with its folder.`
        : `"${path}" is not there and was left out.`
    throw new WorkspaceError('not-found', path, message, { cause: error })
  }
}

/** More would only hide the others that a message is told of. */
const MOST_NAMED = 5

function someOf(paths: readonly string[]): string {
  const left = paths.length - MOST_NAMED
  return [...paths.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

/** Gone, or a name without its ending, as links write it. */
function mayBeElsewhere({ code, path }: WorkspaceError): boolean {
  return code === 'not-found' || (code === 'not-text' && !nameOf(path).includes('.'))
}

async function addText(extracting: Extracting, file: StoredFile, standing: Standing): Promise<ExtractedText> {
  const { path, contentHash } = file
  const { role, priority } = standing
  const lifted = liftDataImages(decodeText(file))
  const content = lifted.text
  checkRoom(path, content.length, standing)
  const images = await keepInlinePictures(extracting, path, lifted.images)
  const source = { path }
  extracting.into.add(
    createArtifact({ kind: 'file', source, content, contentHash, images, role, priority }),
    distanceOf(standing),
  )
  return { characters: content.length, embeds: [] }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
