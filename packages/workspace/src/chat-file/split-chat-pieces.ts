import type { MarkedLine } from './scan-chat-lines.ts'

/** A message or a comment of a chat file, from `start` to `end`, with the text that follows up to the next one. */
export type ChatPiece = MessagePiece | DetailsPiece

interface Placed {
  readonly start: number
  readonly end: number
  /** Up to the next piece or to the end of the file. */
  readonly after: string
}

export interface MessagePiece extends Placed {
  readonly kind: 'user' | 'ai'
  /** As it is in the file. */
  readonly text: string
  readonly contextLine?: string
  readonly timestamp?: string
}

export interface DetailsPiece extends Placed {
  readonly kind: 'details'
  readonly comment: string
}

type Bare = Omit<MessagePiece, 'after'> | Omit<DetailsPiece, 'after'>

/** The pieces in order; what is marked but out of place stays part of the text around it. */
export function splitChatPieces(text: string, lines: readonly MarkedLine[]): readonly ChatPiece[] {
  const bare: Bare[] = []
  let index = 0
  while (index < lines.length) {
    const line = lines[index] as MarkedLine
    index += 1
    if (line.kind === 'details') {
      bare.push({
        kind: 'details',
        start: line.start,
        end: line.next,
        comment: text.slice(line.start, line.end),
      })
    } else if (line.kind === 'user' || line.kind === 'ai') {
      const stop = findStop(lines, index)
      bare.push(readMessage({ text, head: { ...line, kind: line.kind }, lines, index, stop }))
      index = lines[stop]?.kind === 'timestamp' ? stop + 1 : stop
    }
  }
  return bare.map((piece, at) => ({
    ...piece,
    after: text.slice(piece.end, bare[at + 1]?.start ?? text.length),
  }))
}

/** The line that ends a message: its time, or the beginning of the next thing if the time is missing. */
function findStop(lines: readonly MarkedLine[], from: number): number {
  let stop = from
  while (lines[stop]?.kind === 'context') stop += 1
  return stop
}

interface MessageLines {
  readonly text: string
  readonly head: MarkedLine & { readonly kind: 'user' | 'ai' }
  readonly lines: readonly MarkedLine[]
  readonly index: number
  readonly stop: number
}

function readMessage({ text, head, lines, index, stop }: MessageLines): Omit<MessagePiece, 'after'> {
  const { kind, start } = head
  const stopLine = lines[stop]
  const isTimed = stopLine?.kind === 'timestamp'
  const limit = stopLine?.start ?? text.length
  const above = stop > index ? lines[stop - 1] : undefined
  const names = above && kind === 'user' && text.slice(above.next, limit).trim() === '' ? above : undefined
  const colon = start + (kind === 'user' ? 9 : 7)
  const from = text.charAt(colon) === ' ' ? colon + 1 : colon
  const ending = names ?? stopLine
  const raw = text.slice(from, ending ? Math.max(from, ending.start - 1) : text.length)
  return {
    kind,
    start,
    end:
      stopLine && isTimed ? stopLine.next : (names?.next ?? Math.min(limit, from + trimmedLength(raw) + 1)),
    // Without a time, the blank lines before what follows are no part of the message.
    text: isTimed || names ? raw : raw.slice(0, trimmedLength(raw)),
    ...(names ? { contextLine: text.slice(names.start, names.end) } : {}),
    ...(stopLine && isTimed ? { timestamp: text.slice(stopLine.start, stopLine.end) } : {}),
  }
}

function trimmedLength(raw: string): number {
  let length = raw.length
  while (raw.charCodeAt(length - 1) === 10) length -= 1
  return length
}
