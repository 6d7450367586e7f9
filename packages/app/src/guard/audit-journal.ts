import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '@varve/store'
import { z } from 'zod'
import { isProcessRunning, makePrivateFolder } from '@varve/workspace'

/** An entry of the audit by a program that may not write into the database while another has it open. */
export interface JournalEntry {
  readonly at: number
  readonly actor?: string | undefined
  readonly action: string
  readonly detail: unknown
}

export interface JournalPlace {
  readonly folder: string
  readonly workspaceId: string
  /** Of the program that writes; no other writes into its file. */
  readonly writer: string
}

const ENTRY: z.ZodType<JournalEntry> = z.object({
  at: z.number(),
  actor: z.string().max(200).optional(),
  action: z.string().max(100),
  detail: z.unknown(),
})

/** The file of a writer. The number of its process says whether more can come. */
export function journalWriter(processId: number, id: string): string {
  return `${processId}-${id}`
}

/** Resolves when the entry is on disk: what is not written down has not been allowed. */
export async function appendToJournal(place: JournalPlace, entry: JournalEntry): Promise<void> {
  makePrivateFolder(place.folder)
  const file = join(place.folder, `${prefixOf(place.workspaceId)}${place.writer}.jsonl`)
  await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
}

/** Takes what others wrote down over into the audit, each entry once. */
export class AuditJournal {
  readonly #folder: string | undefined
  readonly #store: Store
  #taking: Promise<void> = Promise.resolve()

  constructor(store: Store, folder: string | undefined) {
    this.#store = store
    this.#folder = folder
  }

  take(workspaceId: string): Promise<void> {
    // One after the other: two at once would both take what is new.
    const taking = this.#taking.then(() => this.#takeAll(workspaceId))
    this.#taking = taking.catch(() => undefined)
    return taking
  }

  async #takeAll(workspaceId: string): Promise<void> {
    const folder = this.#folder
    if (folder === undefined || this.#store.readOnly !== undefined) return
    const start = prefixOf(workspaceId)
    for (const name of (await namesIn(folder)).filter((one) => one.startsWith(start)))
      await this.#takeFile(workspaceId, join(folder, name), name.slice(start.length, -'.jsonl'.length))
  }

  async #takeFile(workspaceId: string, file: string, writer: string): Promise<void> {
    const { settings, audit, commit } = this.#store
    // Checked before reading: a process that has ended has written everything.
    const processId = Number.parseInt(writer, 10)
    // A file that names no process is not ours to remove.
    const isOver = !Number.isNaN(processId) && !isProcessRunning(processId)
    const setting = `audit-journal:${writer}`
    const taken = Number((await settings.get(workspaceId, setting)) ?? 0)
    // Behind the last line end is at most the beginning of an entry.
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
    const entries = lines.slice(taken).map(parseEntry)
    // What was taken and how far, in one commit: a crash between them could take something twice.
    if (entries.length > 0)
      await commit([
        ...entries.map(({ actor, ...entry }) => audit.append({ ...entry, workspaceId, actor })),
        settings.set(workspaceId, setting, lines.length),
      ])
    if (isOver) await rm(file, { force: true })
  }
}

/** A line that cannot be read is an entry too: that something was given is known by it. */
function parseEntry(line: string): JournalEntry {
  const unread: JournalEntry = { at: 0, action: 'mcp-serve', detail: { tool: 'unknown' } }
  try {
    return ENTRY.safeParse(JSON.parse(line)).data ?? unread
  } catch (error) {
    if (error instanceof SyntaxError) return unread
    throw error
  }
}

function prefixOf(workspaceId: string): string {
  return `${encodeURIComponent(workspaceId)}~`
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
