import {
  type ChatFileReading,
  decodeText,
  type FileListing,
  parseChatFile,
  WorkspaceError,
} from '@varve/workspace'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { readDecisions } from './chat-decisions.ts'
import { isChatFile } from '../files/chat-file-name.ts'
import { withNamedContext } from '../files/named-context.ts'
import { plainId } from './plain-id.ts'
import type { ReindexedFile } from '@varve/contract'

/** A chat file at first sight. */
export interface ReadFile {
  readonly path: string
  readonly chatId: string
  readonly turns: number
  readonly updatedAt: number
}

export interface ReadFiles {
  readonly chats: readonly ReadFile[]
  /** Files that hold no chat. */
  readonly others: readonly ReindexedFile[]
  readonly listing: FileListing
}

export interface ChatFileContent {
  readonly text: string
  readonly hash: string
  readonly modified: number
  readonly reading: ChatFileReading
}

/** Looks at every chat file once. Only what orders them is kept: there may be very many. */
export async function readChatFiles({ files }: OpenedWorkspace): Promise<ReadFiles> {
  const listing = await files.list()
  const chats: ReadFile[] = []
  const others: ReindexedFile[] = []
  for (const { path } of listing.files.filter((file) => isChatFile(file.path))) {
    try {
      const { reading, modified } = await readChatFile(files, path)
      const { document, form } = reading
      if (form === 'none' || document.turns.length === 0) others.push(notAChat(path, reading))
      else
        chats.push({
          path,
          chatId: plainId(document.id),
          turns: document.turns.length,
          updatedAt: lastUse(reading, modified),
        })
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      others.push({ path, outcome: 'unreadable', gaps: [], problems: [error.message] })
    }
  }
  return { chats, others, listing }
}

export async function readChatFile(files: OpenedWorkspace['files'], path: string): Promise<ChatFileContent> {
  const file = await files.read(path)
  const text = decodeText(file)
  const reading = parseChatFile(text)
  return {
    text,
    hash: file.contentHash,
    modified: Math.max(0, Math.trunc(file.modified)),
    reading: { ...reading, document: withNamedContext(reading.document) },
  }
}

function notAChat(path: string, { problems }: ChatFileReading): ReindexedFile {
  return { path, outcome: 'not-a-chat', gaps: [], problems: problems.map(({ text }) => text) }
}

function lastUse({ document }: ChatFileReading, modified: number): number {
  const last = document.turns.at(-1)
  const { chat } = readDecisions(last?.decisions).decisions
  return chat?.updatedAt ?? last?.at ?? document.created ?? modified
}
