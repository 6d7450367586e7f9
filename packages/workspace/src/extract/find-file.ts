import { fileKind } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { WorkspaceError, type WorkspaceErrorCode } from '../workspace-error.ts'
import { admit } from './admit.ts'
import type { PathRequest } from './attach-request.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting, ExtractSources } from './extract-sources.ts'
import { isRefused } from './is-refused.ts'
import { nameOf } from './name-of.ts'
import { parseAttached, readAttached } from './read-attached.ts'

export interface NamedFile {
  readonly file: StoredFile
  /** A heading that stood behind the name. */
  readonly section?: string | undefined
}

/** The file that a name stands for: as it is written, without its ending, with a heading behind it, or moved. */
export async function findFile(extracting: Extracting, request: PathRequest): Promise<NamedFile> {
  const { path, section, lines, pages } = request
  const written = await readWritten(extracting, path)
  if (!(written instanceof WorkspaceError)) return { file: written, section }
  const elsewhere = await findElsewhere(extracting, path)
  if (!('candidates' in elsewhere)) return { file: elsewhere, section }
  const isWhole = section === undefined && !lines && !pages
  const part = isWhole && elsewhere.candidates.length === 0 ? await findPart(extracting, path) : undefined
  return part ?? refuse(extracting, path, { ...elsewhere, error: written })
}

const MISSING: ReadonlySet<WorkspaceErrorCode> = new Set(['not-found', 'not-text', 'not-a-file'])
const NOTE_ENDINGS = ['.md', '.markdown']

/** Gives what went wrong with the name itself where nothing is there. */
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

/** Of a kind that is known; a dot may also stand within a name. */
function hasEnding(path: string): boolean {
  const name = nameOf(path)
  return name.includes('.') && fileKind(name) !== undefined
}

interface Candidates {
  readonly candidates: readonly string[]
  /** They stand where the name says and differ by their endings. */
  readonly areBeside: boolean
}

/** A moved file is found by its base name if that is unique; whether another was ever there, nobody knows. */
async function findElsewhere(extracting: Extracting, path: string): Promise<StoredFile | Candidates> {
  const name = nameOf(path)
  // Of what cannot be read there is none elsewhere.
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
  // It was not named: what is private is not brought in its place.
  const parsed =
    fileKind(nameOf(file.path)) === 'note'
      ? await parseAttached(sources, { ...file, text: decodeText(file) })
      : undefined
  admit(extracting, file.path, parsed, { depth: 1 })
  into.warn('moved', path, `"${path}" is not there; "${found}" was taken in its place.`)
  return file
}

/** Whether only its ending is missing, or letters are of another case. */
function isSpelledAs(candidate: string, path: string): boolean {
  const wanted = path.normalize('NFC').toLowerCase()
  const spelled = candidate.toLowerCase()
  return spelled === wanted || spelled.replace(/\.[^./]*$/, '') === wanted
}

/** A name may hold `#` itself, so the longest that is there counts. */
const MOST_PARTS = 5

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
    const elsewhere = await findElsewhere(extracting, name)
    return 'candidates' in elsewhere ? undefined : elsewhere
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

/** More would only hide the others that a message is told of. */
const MOST_NAMED = 5

function someOf(paths: readonly string[]): string {
  const left = paths.length - MOST_NAMED
  return [...paths.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}
