import { deserialize } from 'node:v8'
import type { FileListing } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { ImportedChatView, ImportReportView } from './exchange-views.ts'
import { type DocumentToImport, importDocument } from './import-document.ts'
import { readChatsApart } from './read-chats-apart.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'
import type { ReadChat } from './read-import.ts'

export interface ImportChatsInput {
  readonly workspaceId: string
  /** As the file is called; it is shown and nothing else. */
  readonly name: string
  readonly bytes: Uint8Array
}

const MOST_BYTES = 128 * 2 ** 20
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
  const { chats, refused, skipped } = await readChatsApart({ name, bytes })
  const report: ImportedChatView[] = [...refused]
  let listed: Promise<FileListing | undefined> | undefined
  const listing = () =>
    (listed ??= openedIfThere(context, workspaceId).then((opened) => opened?.files.list()))
  // The list of chats follows the order in which they come.
  for (const { source, packed } of chats.toSorted((a, b) => a.at - b.at)) {
    const chat = deserialize(packed) as ReadChat
    report.push({ source, ...(await oneChat(context, { workspaceId, chat, listing })) })
  }
  context.chatFiles.due(workspaceId)
  return { chats: report, skipped }
}

async function oneChat(
  context: AppContext,
  toImport: DocumentToImport,
): Promise<Omit<ImportedChatView, 'source'>> {
  try {
    return await importDocument(context, toImport)
  } catch (error) {
    const { code, message } = toAppError(error)
    if (FATAL.has(code)) throw error
    return { title: toImport.chat.document.title, outcome: 'refused', lost: [message] }
  }
}
