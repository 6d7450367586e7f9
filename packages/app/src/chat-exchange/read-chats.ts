import { serialize } from 'node:v8'
import { isZip, unpackZip, WorkspaceError, type ZipEntry } from '@varve/workspace'
import type { ImportedChatView, ImportReportView } from '@varve/contract'
import { messagesOf, type ReadChat, readImport } from './read-import.ts'

/** A file of chats, or an archive of such files. */
export interface ChatsFile {
  /** As the file is called; it is shown and nothing else. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** A serialized chat, so that a thousand of them can be transferred and read one at a time. */
export interface PackedChat {
  readonly source: string
  /** When it was last used. */
  readonly at: number
  readonly packed: Uint8Array
}

export type ReadChats =
  | {
      readonly kind: 'read'
      readonly chats: readonly PackedChat[]
      readonly refused: readonly ImportedChatView[]
      readonly skipped: ImportReportView['skipped']
    }
  /** Nothing of it is taken. */
  | {
      readonly kind: 'refused'
      readonly code: 'file-too-large' | 'file-unreadable'
      readonly message: string
    }

const ZIP_LIMITS = { entries: 20_000, bytes: 256 * 2 ** 20 }
const WANTED = /\.(json|jsonl|ndjson|md|html)$/i
/** Of all the chats of one file together. */
const MOST = { chats: 50_000, messages: 1_000_000 }

/** The chats of a file. It says what is wrong with it in words that need no error class: it may run in a thread. */
export function readChats(file: ChatsFile): ReadChats {
  try {
    return readAll(file)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    const code = error.code === 'document-too-large' ? 'file-too-large' : 'file-unreadable'
    return { kind: 'refused', code, message: error.message }
  }
}

function readAll(file: ChatsFile): ReadChats {
  const chats: PackedChat[] = []
  const refused: ImportedChatView[] = []
  const skipped: { source: string; reason: string }[] = []
  let messages = 0
  for (const { path: source, bytes } of filesOf(file)) {
    const text = decode(bytes)
    if (text === undefined) {
      skipped.push({ source, reason: 'It is no text in UTF-8.' })
      continue
    }
    for (const read of readImport(text)) {
      if (read.kind === 'chat') {
        messages += messagesOf(read)
        chats.push({ source, at: lastUse(read), packed: serialize(read) })
      } else if (read.kind === 'skipped') skipped.push({ source, reason: read.reason })
      else refused.push({ source, title: read.title, outcome: 'refused', lost: [read.reason] })
      if (chats.length + refused.length > MOST.chats) return tooMany(`${MOST.chats} chats`)
      if (messages > MOST.messages) return tooMany(`${MOST.messages} messages`)
    }
  }
  return { kind: 'read', chats, refused, skipped }
}

function filesOf({ name, bytes }: ChatsFile): Iterable<ZipEntry> {
  if (!isZip(bytes)) return [{ path: name, bytes }]
  return unpackZip(bytes, { name, limits: ZIP_LIMITS, wants: (path) => WANTED.test(path) })
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

function lastUse({ document: { turns, created } }: ReadChat): number {
  return turns.at(-1)?.at ?? created ?? 0
}

function tooMany(what: string): ReadChats {
  const message = `There are more than ${what} in this file. Split it, and import its parts one after another.`
  return { kind: 'refused', code: 'file-too-large', message }
}
