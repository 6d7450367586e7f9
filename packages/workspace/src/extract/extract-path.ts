import { createArtifact, liftDataImages, type Range } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { countLines, sliceLines } from '../note/line-breaks.ts'
import { parseNote } from '../note/parse-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import { addEmbeds } from './add-embeds.ts'
import type { PathRequest } from './attach-request.ts'
import { checkRoom } from './check-room.ts'
import { decodeText } from './decode-text.ts'
import { addSection } from './add-section.ts'
import { extractImage } from './extract-image.ts'
import { extractNote } from './extract-note.ts'
import { extractPdf } from './extract-pdf.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'

/** A file by its path, by what it is. Gives how many characters it brought. */
export async function extractPath(
  extracting: Extracting,
  request: PathRequest,
  standing: Standing,
): Promise<number> {
  const file = await readOrFind(extracting, request.path)
  const kind = fileKind(nameOf(file.path))
  if (kind !== 'note') admit(extracting, file.path, undefined, standing)
  if (request.lines) return addLines(extracting, file, request.lines, standing)
  if (request.section !== undefined)
    return addSection(extracting, { file, section: request.section, standing })
  switch (kind) {
    case 'note':
      return addNote(extracting, file, standing)
    case 'file':
      return addText(extracting, file, standing)
    case 'pdf':
      return extractPdf(extracting, { file, pages: request.pages, standing })
    case 'image':
      return extractImage(extracting, file, standing)
    case undefined:
      throw new WorkspaceError(
        'not-text',
        file.path,
        `"${file.path}" is a file that Varve cannot read; notes, text, PDFs and images can be attached.`,
      )
    default:
      kind satisfies never
      return 0
  }
}

async function addNote(extracting: Extracting, file: StoredFile, standing: Standing): Promise<number> {
  const { characters, embeds } = await extractNote(extracting, file, standing)
  const extract = (request: PathRequest, below: Standing): Promise<number> =>
    extractPath(extracting, request, below)
  await addEmbeds(extracting, { from: file.path, embeds, standing, extract })
  return characters
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

function addText(extracting: Extracting, file: StoredFile, standing: Standing): number {
  const { role, priority } = standing
  const lifted = liftDataImages(decodeText(file))
  checkRoom(file.path, lifted.text.length, standing)
  keepInlinePictures(extracting, lifted.images)
  extracting.into.add(
    createArtifact({
      kind: 'file',
      source: { path: file.path },
      content: lifted.text,
      contentHash: file.contentHash,
      images: lifted.images.map(({ reference }) => reference),
      role,
      priority,
    }),
  )
  return lifted.text.length
}

/** Lines of a file as they are now, taken as a passage: they do not change when the file does. */
function addLines(extracting: Extracting, file: StoredFile, [from, to]: Range, standing: Standing): number {
  const { path } = file
  const text = decodeText(file)
  if (fileKind(nameOf(path)) === 'note') admit(extracting, path, parseNote(text), standing)
  const count = countLines(text)
  if (from > count) {
    const has = `${count} ${count === 1 ? 'line' : 'lines'}`
    const message = `"${path}" has ${has}; line ${from} is not there and was left out.`
    throw new WorkspaceError('not-found', path, message)
  }
  const lines: Range = [from, Math.min(to, count)]
  const content = sliceLines(text, lines)
  const source = { path, lines }
  extracting.into.add(createArtifact({ kind: 'selection', source, content, priority: standing.priority }))
  return content.length
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
