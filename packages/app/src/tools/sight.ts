import {
  decodeText,
  fileKind,
  type FileEntry,
  type FileListing,
  type ParsedNote,
  parseNote,
  type Privacy,
  privacyOf,
  type PrivacyRules,
  privacyRulesOf,
  type StoredFile,
  WorkspaceError,
} from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { MCP_PATH } from '../mcp/mcp-entry.ts'
import type { ToolRun } from './tool.ts'
import { toolProblem } from './tool-problem.ts'

/** A note that says nothing about itself: only the rules of its folder count. */
const SILENT = parseNote('')

/** Which files a call may see: what is private by none, what is local-only not by a model in the cloud. */
export class Sight {
  readonly #run: ToolRun
  readonly #rules: PrivacyRules

  private constructor(run: ToolRun, rules: PrivacyRules) {
    this.#run = run
    this.#rules = rules
  }

  static async of(run: ToolRun): Promise<Sight> {
    return new Sight(run, await privacyRulesOf(run.files))
  }

  /** All files but those that their folder withholds. */
  async list(): Promise<FileListing> {
    const listing = await this.#run.files.list()
    return { ...listing, files: listing.files.filter(({ path }) => !this.#isHeld(path, SILENT)) }
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
    if (this.#isHeld(path, SILENT)) throw withheld(path)
    const file = await this.#run.files.read(path)
    if (this.hides(file)) throw withheld(path)
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
    // Tokens may stand in it that no scanner knows.
    if (path.toLowerCase() === MCP_PATH.toLowerCase() && this.#run.audience === 'cloud') return true
    const privacy: Privacy = privacyOf(path, note, this.#rules)
    return privacy === 'private' || (privacy === 'local-only' && this.#run.audience === 'cloud')
  }

  /** From the index where that has read this version, which is quicker for many. */
  async #noteOf({ path, bytes, modified }: FileEntry): Promise<ParsedNote | undefined> {
    try {
      const indexed = await (await this.#run.index()).file(path)
      const isSame = indexed?.bytes === bytes && Math.abs(indexed.modified - modified) < 1
      if (isSame && indexed.parsed) return indexed.parsed
      return parsedOf(await this.#run.files.read(path))
    } catch (error) {
      // Nothing is known of it, and that counts as local-only.
      if (toolProblem(error) !== undefined) return undefined
      throw error
    }
  }
}

function withheld(path: string): AppError {
  return new AppError('local-only', `"${path}" is withheld: its workspace keeps it from this model.`)
}

function isNote(path: string): boolean {
  return fileKind(path.slice(path.lastIndexOf('/') + 1)) === 'note'
}

function parsedOf(file: Pick<StoredFile, 'path' | 'bytes'>): ParsedNote | undefined {
  try {
    return parseNote(decodeText(file))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
