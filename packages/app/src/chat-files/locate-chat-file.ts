import { Buffer } from 'node:buffer'
import type { Hash } from '@varve/engine'
import type { ChatFileRecord } from '@varve/store'
import { decodeText, parseChatFile, WorkspaceError } from '@varve/workspace'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { isChatFile } from './chat-file-name.ts'
import { plainId } from './plain-id.ts'

/** Where the note of a chat is now. */
export type LocatedFile =
  | { readonly kind: 'absent' }
  /** As it was written, or changed by somebody else. */
  | { readonly kind: 'ours' | 'changed'; readonly path: string; readonly hash: Hash }

/** Looks where the note was last, and where that is gone, for one of another name that holds the same chat. */
export async function locateChatFile(
  { files }: Pick<OpenedWorkspace, 'files'>,
  row: ChatFileRecord,
): Promise<LocatedFile> {
  const { path } = row
  if (path === undefined) return { kind: 'absent' }
  const hash = await hashAt(files, path)
  if (hash !== undefined) return { kind: isOurs(row, hash) ? 'ours' : 'changed', path, hash }
  let changed: LocatedFile | undefined
  for (const file of (await files.list()).files) {
    if (!isChatFile(file.path)) continue
    const found = await hashAt(files, file.path, row.conversationId)
    if (found === undefined) continue
    if (isOurs(row, found)) return { kind: 'ours', path: file.path, hash: found }
    changed ??= { kind: 'changed', path: file.path, hash: found }
  }
  return changed ?? { kind: 'absent' }
}

/** After a crash either may stand there: what was written before, or what was about to be. */
function isOurs({ hash, next }: ChatFileRecord, found: Hash): boolean {
  return found === hash || found === next
}

/** Undefined where there is no file, or none that holds the chat that is asked for. */
async function hashAt(
  files: OpenedWorkspace['files'],
  path: string,
  chatId?: string,
): Promise<Hash | undefined> {
  try {
    const file = await files.read(path)
    if (chatId === undefined) return file.contentHash
    // Reading a chat takes long, and there may be very many.
    if (!Buffer.from(file.bytes).includes(chatId)) return undefined
    return plainId(parseChatFile(decodeText(file)).document.id) === chatId ? file.contentHash : undefined
  } catch (error) {
    const isPassed = error instanceof WorkspaceError && (chatId !== undefined || error.code === 'not-found')
    if (isPassed) return undefined
    throw error
  }
}
