import {
  decodeText,
  fileKind,
  type FileEntry,
  type FileListing,
  type IndexedFile,
  type ParsedNote,
  parseNote,
  PRIVACY_FILE,
  type Privacy,
  privacyOf,
  type PrivacyRules,
  privacyRulesOf,
  type StoredFile,
  WorkspaceError,
} from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { MCP_PATH } from './mcp-entry.ts'
import type { ToolRun } from './tool.ts'
import { toolProblem } from './tool-problem.ts'

/** A note that says nothing about itself: only the rules of its folder count. */
const SILENT = parseNote('')

/** Which files a call may see: what is private by none, what is local-only not by a model in the cloud. */
export class FileVisibility {
  readonly #run: ToolRun
  readonly #rules: PrivacyRules

  private constructor(run: ToolRun, rules: PrivacyRules) {
    this.#run = run
    this.#rules = rules
  }

  static async of(run: ToolRun): Promise<FileVisibility> {
    return new FileVisibility(run, await privacyRulesOf(run.files))
  }

  /** All files but those that their folder withholds. */
  async list(): Promise<FileListing> {
    const listing = await this.#run.files.list()
    return { ...listing, files: listing.files.filter(({ path }) => !this.#isHeld(path, SILENT)) }
  }

  /** All files but those that are withheld, also by their own tags or front matter: the list to count from. */
  async listSeen(): Promise<FileListing> {
    const listing = await this.list()
    const silent = await this.#silentNotes()
    const isMarked = async (entry: FileEntry): Promise<boolean> => {
      if (entry.kind !== 'note' || isVersion(silent.get(entry.path), entry)) return false
      return this.#isHeld(entry.path, await this.#noteOf(entry))
    }
    const marked = await Promise.all(listing.files.map(isMarked))
    return { ...listing, files: listing.files.filter((_, index) => !marked[index]) }
  }

  /**
   * The reason for the user if nothing is visible because the rules can't be read; reveals nothing of their
   * content.
   */
  get remark(): string | undefined {
    if (this.#rules.problems.length === 0) return undefined
    return `${PRIVACY_FILE} cannot be understood, so no file may be seen until its owner mends it`
  }

  /** Without those that withhold themselves, by their tags or front matter. For lists that are short already. */
  async withoutMarked(entries: readonly FileEntry[]): Promise<readonly FileEntry[]> {
    const checked = await Promise.all(
      entries.map(async (entry) =>
        entry.kind === 'note' && this.#isHeld(entry.path, await this.#noteOf(entry)) ? [] : [entry],
      ),
    )
    return checked.flat()
  }

  /** A file as it is; one that is withheld is an error, whatever is in it. */
  async read(path: string): Promise<StoredFile> {
    if (this.#isHeld(path, SILENT)) throw this.#withheld(path)
    const file = await this.#run.files.read(path)
    if (this.hides(file)) throw this.#withheld(path)
    return file
  }

  /** The same; undefined where there is no such file. */
  async readIfThere(path: string): Promise<StoredFile | undefined> {
    try {
      return await this.read(path)
    } catch (error) {
      if (error instanceof WorkspaceError && error.code === 'not-found') return undefined
      throw error
    }
  }

  hides(file: Pick<StoredFile, 'path' | 'bytes'>): boolean {
    return this.#isHeld(file.path, isNote(file.path) ? parsedOf(file) : SILENT)
  }

  #isHeld(path: string, note: ParsedNote | undefined): boolean {
    // Tokens may be in it that no scanner knows.
    if (path.toLowerCase() === MCP_PATH.toLowerCase() && this.#run.audience === 'cloud') return true
    const privacy: Privacy = privacyOf(path, note, this.#rules)
    return privacy === 'private' || (privacy === 'local-only' && this.#run.audience === 'cloud')
  }

  /** Notes of which the index knows that they say nothing about themselves, and carry no tag that the rules name. */
  async #silentNotes(): Promise<ReadonlyMap<string, IndexedFile>> {
    try {
      const index = await this.#run.index()
      const known = await index.files({ parsed: 'marked' })
      const tags = [...this.#rules.localOnly, ...this.#rules.private].flatMap((mark) =>
        mark.kind === 'tag' ? [mark.tag] : [],
      )
      const tagged = new Set((await Promise.all(tags.map((tag) => index.filesWithTag(tag)))).flat())
      const silent = known.filter(({ path, parsed }) => parsed === undefined && !tagged.has(path))
      return new Map(silent.map((file) => [file.path, file]))
    } catch (error) {
      if (toolProblem(error) !== undefined) return new Map()
      throw error
    }
  }

  #withheld(path: string): AppError {
    const why = this.remark ?? 'its workspace keeps it from this model'
    return new AppError('local-only', `"${path}" is withheld: ${why}.`)
  }

  /** From the index where that has read this version, which is quicker for many. */
  async #noteOf({ path, bytes, modified }: FileEntry): Promise<ParsedNote | undefined> {
    try {
      const indexed = await (await this.#run.index()).file(path)
      if (isVersion(indexed, { bytes, modified }) && indexed?.parsed) return indexed.parsed
      return parsedOf(await this.#run.files.read(path))
    } catch (error) {
      // Nothing is known of it, and that counts as local-only.
      if (toolProblem(error) !== undefined) return undefined
      throw error
    }
  }
}

function isVersion(
  indexed: IndexedFile | undefined,
  { bytes, modified }: Pick<FileEntry, 'bytes' | 'modified'>,
): boolean {
  return indexed?.bytes === bytes && Math.abs(indexed.modified - modified) < 1
}

function isNote(path: string): boolean {
  return fileKind(path) === 'note'
}

function parsedOf(file: Pick<StoredFile, 'path' | 'bytes'>): ParsedNote | undefined {
  try {
    return parseNote(decodeText(file))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
