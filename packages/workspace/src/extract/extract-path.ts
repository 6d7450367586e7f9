import { createArtifact, liftDataImages, type Range } from '@varve/engine'
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
import { findFile } from './find-file.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'
import { nameOf } from './name-of.ts'

/** A file by its path, or a part of it, by what it is. */
export async function extractPath(
  extracting: Extracting,
  request: PathRequest,
  standing: Standing,
): Promise<Brought> {
  const { file, section } = await findFile(extracting, request)
  const { path } = file
  const kind = fileKind(nameOf(path))
  if (kind !== 'note') admit(extracting, path, undefined, standing)
  switch (kind) {
    case 'note':
    case 'file': {
      const { embeds, ...brought } = await extractText(extracting, {
        file,
        section,
        lines: request.lines,
        standing,
      })
      const extract = (embed: PathRequest, below: Standing): Promise<Brought> =>
        extractPath(extracting, embed, below)
      await addEmbeds(extracting, { from: path, embeds, standing, extract })
      return brought
    }
    case 'pdf':
      refuseSection(path, section)
      // What search calls a line of a PDF is its page.
      return extractPdf(extracting, { file, pages: request.pages ?? request.lines, standing })
    case 'image':
      refuseSection(path, section)
      if (request.lines)
        throw new WorkspaceError(
          'not-found',
          path,
          `"${path}" is a picture and has no lines; it was left out.`,
        )
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

function refuseSection(path: string, section: string | undefined): void {
  if (section !== undefined)
    throw new WorkspaceError('not-found', path, `"${path}#${section}" is not there and was left out.`)
}

interface TextRequest {
  readonly file: StoredFile
  readonly lines: Range | undefined
  readonly section: string | undefined
  readonly standing: Standing
}

function extractText(
  extracting: Extracting,
  { file, lines, section, standing }: TextRequest,
): Promise<ExtractedText> {
  if (lines) return addLines(extracting, { file, lines, standing })
  if (section !== undefined) return addSection(extracting, { file, section, standing })
  const isNote = fileKind(nameOf(file.path)) === 'note'
  return isNote ? extractNote(extracting, file, standing) : addText(extracting, file, standing)
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
