import type { Artifact } from '@varve/engine'
import type { ChatDocument } from '../chat-file/chat-document.ts'
import type { InlinedContext } from '../chat-file/chat-file-reading.ts'
import { markedLines, splitFence, withLineFeeds } from '../chat-file/scan-chat-lines.ts'

/** What an importer could not take over as it was, in words, each kind once with its count. */
export interface ImportLoss {
  readonly what: string
  readonly count: number
}

/** One conversation of a foreign export. */
export interface ImportedChat {
  readonly document: ChatDocument
  /** Texts that came along, such as the files of a message; turns name them by key and hash. */
  readonly inlined: readonly InlinedContext[]
  readonly losses: readonly ImportLoss[]
}

export type ChatImport =
  | ({ readonly kind: 'chat' } & ImportedChat)
  /** Not a conversation, or more than the limits allow. */
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string }

/** Collects losses and texts while one conversation is read. */
export class ImportLog {
  readonly #losses = new Map<string, number>()
  readonly #inlined: InlinedContext[] = []

  lose(what: string): void {
    this.#losses.set(what, (this.#losses.get(what) ?? 0) + 1)
  }

  inline(turn: string, artifacts: readonly Artifact[]): void {
    if (artifacts.length > 0) this.#inlined.push({ turn, artifacts })
  }

  chat(document: ChatDocument): ChatImport {
    const losses = [...this.#losses].map(([what, count]) => ({ what, count }))
    return { kind: 'chat', document, inlined: this.#inlined, losses }
  }
}

/** What one conversation of an import may hold: an export comes from outside, and all of it ends up in memory. */
export interface ImportLimits {
  readonly messages: number
  /** Of all its texts together, in UTF-16 code units. */
  readonly characters: number
}

export const IMPORT_LIMITS: ImportLimits = { messages: 50_000, characters: 64_000_000 }

/** A message has its beginning, what it names, and its time; the comment of its turn comes behind. */
const MARKS_OF_A_MESSAGE = 4
/** Of the front matter, and of a line of names. */
const LONGEST_PART = 1_000_000

/**
 * What a chat file from outside has too much of to be parsed, in words; undefined if it is within the limits.
 * Only counts: the parser has no limits, because in a workspace the store applies them.
 */
export function findExcess(file: string, limits: ImportLimits = IMPORT_LIMITS): string | undefined {
  if (file.length > limits.characters) return `It has more than ${limits.characters} characters`
  const text = withLineFeeds(file)
  const { block = '', bodyStart } = splitFence(text)
  if (block.length > LONGEST_PART) return `Its front matter has more than ${LONGEST_PART} characters`
  let left = limits.messages * MARKS_OF_A_MESSAGE
  for (const { kind, start, end } of markedLines(text, bodyStart)) {
    if (left-- === 0) return `It has more than ${limits.messages} messages`
    if (kind === 'context' && end - start > LONGEST_PART)
      return `A line of names in it has more than ${LONGEST_PART} characters`
  }
  return undefined
}
