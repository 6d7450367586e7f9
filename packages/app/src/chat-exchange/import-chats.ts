import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { ImportedChatView, ImportReportView } from './exchange-views.ts'
import { importDocument } from './import-document.ts'
import { type ReadChat, readImport } from './read-import.ts'
import { isZip, unpackZip, type ZipEntry } from './unpack-zip.ts'

export interface ImportChatsInput {
  readonly workspaceId: string
  /** As the file is called; it is shown and nothing else. */
  readonly name: string
  readonly bytes: Uint8Array
}

const MOST_BYTES = 128 * 2 ** 20
const ZIP_LIMITS = { entries: 20_000, bytes: 256 * 2 ** 20 }
const WANTED = /\.(json|jsonl|ndjson|md|html)$/i
/** What holds for the whole import is not said once for each chat. */
const FATAL: ReadonlySet<string> = new Set(['disk-full', 'read-only', 'data-corrupt', 'busy'])

/**
 * Takes over the chats of a file: ours as JSON, JSON Lines, HTML or Markdown, the notes of the Obsidian plugin,
 * the data exports of ChatGPT and Claude, or an archive of any of these. What cannot come along is reported.
 */
export async function importChats(context: AppContext, input: ImportChatsInput): Promise<ImportReportView> {
  const { workspaceId, name, bytes } = input
  if (bytes.length > MOST_BYTES)
    throw new AppError('file-too-large', `A file of chats has at most ${MOST_BYTES / 2 ** 20} MB.`)
  if (!(await context.store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  const files = isZip(bytes)
    ? unpackZip(bytes, { limits: ZIP_LIMITS, wants: (path) => WANTED.test(path) })
    : [{ path: name, bytes }]
  const { chats, refused, skipped } = readFiles(files)
  const report: ImportedChatView[] = [...refused]
  // The list of chats follows the order in which they come.
  for (const { source, chat } of chats.toSorted((a, b) => lastUse(a.chat) - lastUse(b.chat)))
    report.push({ source, ...(await oneChat(context, workspaceId, chat)) })
  context.chatFiles.due(workspaceId)
  return { chats: report, skipped }
}

interface ReadFiles {
  readonly chats: readonly { readonly source: string; readonly chat: ReadChat }[]
  readonly refused: readonly ImportedChatView[]
  readonly skipped: ImportReportView['skipped']
}

function readFiles(files: readonly ZipEntry[]): ReadFiles {
  const chats: { source: string; chat: ReadChat }[] = []
  const refused: ImportedChatView[] = []
  const skipped: { source: string; reason: string }[] = []
  for (const { path: source, bytes } of files) {
    const text = decode(bytes)
    if (text === undefined) {
      skipped.push({ source, reason: 'It is no text in UTF-8.' })
      continue
    }
    for (const read of readImport(text))
      if (read.kind === 'chat') chats.push({ source, chat: read })
      else if (read.kind === 'skipped') skipped.push({ source, reason: read.reason })
      else refused.push({ source, title: read.title, outcome: 'refused', lost: [read.reason] })
  }
  return { chats, refused, skipped }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    // Also what is longer than any text may be.
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

async function oneChat(
  context: AppContext,
  workspaceId: string,
  chat: ReadChat,
): Promise<Omit<ImportedChatView, 'source'>> {
  try {
    return await importDocument(context, { workspaceId, chat })
  } catch (error) {
    const { code, message } = toAppError(error)
    if (FATAL.has(code)) throw error
    return { title: chat.document.title, outcome: 'refused', lost: [message] }
  }
}

function lastUse({ document: { turns, created } }: ReadChat): number {
  return turns.at(-1)?.at ?? created ?? 0
}
