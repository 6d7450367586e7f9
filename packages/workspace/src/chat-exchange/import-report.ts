import type { Artifact } from '@varve/engine'
import type { ChatDocument } from '../chat-file/chat-document.ts'
import type { InlinedContext } from '../chat-file/chat-file-reading.ts'

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
