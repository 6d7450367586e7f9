import { createArtifact } from '@varve/engine'
import { liftDataImages, type Range } from '@varve/engine/internal'
import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { WorkspaceError, type WorkspaceErrorCode } from '../workspace-error.ts'
import { distanceOf, isRefused, nameOf } from './extraction.ts'
import { admit, checkRoom } from './admit.ts'
import { addEmbeds } from './read-shown.ts'
import { addLines, addSection } from './add-part.ts'
import type { PathRequest } from './attach-request.ts'
import { decodeText, readText } from '../folder/decode-text.ts'
import { type ExtractedText, extractNote } from './extract-note.ts'
import type { Brought, Extracting, ExtractSources, Standing } from './extract-sources.ts'
import { keepInlinePictures, fitPicture, keepPicture } from './read-picture.ts'
import { imageArtifact } from '../document/fit-image.ts'
import { pdfArtifact, pdfWarnings } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'
import { parseAttached, readAttached } from './read-attached.ts'

const MISSING: ReadonlySet<WorkspaceErrorCode> = new Set(['not-found', 'not-text', 'not-a-file'])

const NOTE_ENDINGS = ['.md', '.markdown']

/** A name may contain `#`, so the longest existing one wins. */
const MOST_PARTS = 5

/** More would hide the other notices of a message. */
const MOST_NAMED = 5

/** A file by its path, or a part of it, by what it is. */
export async function extractPath(
  extracting: Extracting,
  request: PathRequest,
  standing: Standing,
): Promise<Brought> {
  const { file, section } = await findFile(extracting, request)
  const { path } = file
  const kind = fileKind(path)
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
  const isNote = fileKind(file.path) === 'note'
  return isNote ? extractNote(extracting, file, standing) : addText(extracting, file, standing)
}

async function addText(extracting: Extracting, file: StoredFile, standing: Standing): Promise<ExtractedText> {
  const { path, contentHash } = file
  const { role, priority } = standing
  const lifted = liftDataImages(await readText(file))
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

/** A picture that the user attached: one line of text that names it, and the picture. */
async function extractImage(extracting: Extracting, file: StoredFile, standing: Standing): Promise<Brought> {
  const fitted = await fitPicture(extracting, file)
  keepPicture(extracting, file.path, fitted)
  const artifact = imageArtifact(file.path, file.bytes, fitted)
  const { role, priority } = standing
  const marked = { ...artifact, ...(role ? { role } : {}), ...(priority ? { priority } : {}) }
  extracting.into.add(marked, distanceOf(standing))
  return { characters: artifact.content.length }
}

interface PdfRequest {
  readonly file: StoredFile
  /** All where absent. */
  readonly pages: Range | undefined
  readonly standing: Standing
}

/** A PDF by page; what could not be read of it is said in its text and in a warning. */
async function extractPdf(
  { into, sources }: Extracting,
  { file, pages, standing }: PdfRequest,
): Promise<Brought> {
  const { path, bytes, contentHash } = file
  const form = `pdf ${path} ${pages?.join('-') ?? 'all'}`
  const text = await sources.memo.recall(contentHash, form, () => readPdf(bytes, { path, pages }))
  const artifact = pdfArtifact({ path, bytes, text, pages })
  checkRoom(path, artifact.content.length, standing)
  const { role, priority } = standing
  const marked = { ...artifact, ...(role ? { role } : {}), ...(priority ? { priority } : {}) }
  into.add(marked, distanceOf(standing))
  const [, last = 0] = pages ?? []
  if (last > text.pageCount) {
    const beyond = last === text.pageCount + 1 ? `${last} is` : `${text.pageCount + 1} to ${last} are`
    into.warn('missing', path, `${path} has ${text.pageCount} pages; ${beyond} not there.`)
  }
  for (const warning of pdfWarnings(text)) into.warn('left-out', path, `${path}: ${warning}`)
  return { characters: artifact.content.length }
}

interface NamedFile {
  readonly file: StoredFile
  /** A heading that was behind the name. */
  readonly section?: string | undefined
}

/** The file for a name: as written, without its extension, with a heading after it, or moved. */
async function findFile(extracting: Extracting, request: PathRequest): Promise<NamedFile> {
  const { path, section, lines, pages } = request
  const written = await readWritten(extracting, path)
  if (!(written instanceof WorkspaceError)) return { file: written, section }
  const found = await findElsewhere(extracting, path)
  if (!('candidates' in found)) return { file: found, section }
  const isWhole = section === undefined && !lines && !pages
  const part = isWhole && found.candidates.length === 0 ? await findPart(extracting, path) : undefined
  return part ?? refuse(extracting, path, { ...found, error: written })
}

/** Returns the problem with the name itself if nothing is there. */
async function readWritten({ sources }: Extracting, path: string): Promise<StoredFile | WorkspaceError> {
  const read = await readIfThere(sources, path)
  if (!(read instanceof WorkspaceError)) return read
  if (!MISSING.has(read.code)) throw read
  for (const ending of hasEnding(path) ? [] : NOTE_ENDINGS) {
    const note = await readIfThere(sources, `${path}${ending}`)
    if (!(note instanceof WorkspaceError)) return note
    if (!MISSING.has(note.code) && !isRefused(note)) throw note
  }
  return read
}

async function readIfThere(sources: ExtractSources, path: string): Promise<StoredFile | WorkspaceError> {
  try {
    return await readAttached(sources, path)
  } catch (error) {
    if (error instanceof WorkspaceError) return error
    throw error
  }
}

/** Of a kind that is known; a dot may also are within a name. */
function hasEnding(path: string): boolean {
  const name = nameOf(path)
  return name.includes('.') && fileKind(name) !== undefined
}

interface Candidates {
  readonly candidates: readonly string[]
  /** They are at the named place and differ by extension. */
  readonly areBeside: boolean
}

/** A moved file is found by its base name if that is unique; whether there was ever another can't be known. */
async function findElsewhere(extracting: Extracting, path: string): Promise<StoredFile | Candidates> {
  const name = nameOf(path)
  // Unreadable kinds have no candidates.
  if (name.includes('.') && fileKind(name) === undefined) return { candidates: [], areBeside: false }
  const { sources, into } = extracting
  const candidates = await (await sources.settledIndex()).findByName(name)
  const beside = candidates.filter((candidate) => isSpelledAs(candidate, path))
  if (beside.length > 0) {
    const [only] = beside
    if (beside.length === 1 && only !== undefined) return readAttached(sources, only)
    return { candidates: beside, areBeside: true }
  }
  const [found] = candidates
  if (candidates.length !== 1 || found === undefined) return { candidates, areBeside: false }
  const file = await readAttached(sources, found)
  // It wasn't named, so a private file must not replace it.
  const parsed =
    fileKind(file.path) === 'note'
      ? await parseAttached(sources, { ...file, text: decodeText(file) })
      : undefined
  admit(extracting, file.path, parsed, { depth: 1 })
  into.warn('moved', path, `"${path}" is not there; "${found}" was taken in its place.`, found)
  return file
}

/** Whether only its ending is missing, or letters are of another case. */
function isSpelledAs(candidate: string, path: string): boolean {
  const wanted = path.normalize('NFC').toLowerCase()
  const spelled = candidate.toLowerCase()
  return spelled === wanted || spelled.replace(/\.[^./]*$/, '') === wanted
}

async function findPart(extracting: Extracting, path: string): Promise<NamedFile | undefined> {
  let end = path.length
  for (let part = 0; part < MOST_PARTS; part += 1) {
    end = path.lastIndexOf('#', end - 1)
    if (end <= 0) return undefined
    const [name, section] = [path.slice(0, end), path.slice(end + 1)]
    if (section.trim() === '') continue
    const found = await readNamed(extracting, name)
    if (found) return { file: found, section }
  }
  return undefined
}

async function readNamed(extracting: Extracting, name: string): Promise<StoredFile | undefined> {
  try {
    const written = await readWritten(extracting, name)
    if (!(written instanceof WorkspaceError)) return written
    const found = await findElsewhere(extracting, name)
    return 'candidates' in found ? undefined : found
  } catch (error) {
    if (error instanceof WorkspaceError && isRefused(error)) return undefined
    throw error
  }
}

interface NotFound extends Candidates {
  readonly error: WorkspaceError
}

/** Fails with what is true of a name that leads to no file. */
async function refuse(
  { sources }: Extracting,
  path: string,
  { candidates, areBeside, error }: NotFound,
): Promise<never> {
  const fail = (message: string): never => {
    throw new WorkspaceError('not-found', path, message, { cause: error })
  }
  if (candidates.length > 0)
    fail(
      `"${path}" was left out: ${candidates.length} files have its name, ${someOf(candidates)}. Name one with its ${areBeside ? 'ending' : 'folder'}.`,
    )
  const { total } = await (await sources.settledIndex()).filesUnder(path, 1)
  if (total > 0) fail(`"${path}" is a folder and was left out; "${path}/" attaches it.`)
  if (error.code !== 'not-text') fail(`"${path}" is not there and was left out.`)
  if (nameOf(path).includes('.')) throw error
  return fail(`"${path}" is not there, or of a kind that Varve cannot read; it was left out.`)
}

function someOf(paths: readonly string[]): string {
  const left = paths.length - MOST_NAMED
  return [...paths.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}
