import type { Artifact } from '@varve/engine'
import type { ChatDocument } from './chat-document.ts'
import type { scanChatLines } from './scan-chat-lines.ts'

/** What a chat file gives. Reading changes nothing: anyone who writes it again decides what to do about the rest. */
export interface ChatFileReading {
  /** Written by Varve, by the Obsidian plugin (or by hand in its form), or no chat at all. */
  readonly form: 'varve' | 'plugin' | 'none'
  readonly document: ChatDocument
  /** Texts that was in the messages of an old file; its turns name them by key and hash. */
  readonly inlined: readonly InlinedContext[]
  /** What the file doesn't contain and can't be rebuilt from it. */
  readonly gaps: readonly ChatGap[]
  /** What was changed since it was written, or is broken. */
  readonly problems: readonly ChatProblem[]
  /** Pieces that no turn could be made of. Where there are some, keep a copy of the file and do not write it. */
  readonly quarantined?: readonly QuarantinedPiece[]
}

export interface InlinedContext {
  readonly turn: string
  readonly artifacts: readonly Artifact[]
}

export type ChatGapCode =
  /** Which model gave which answer. */
  | 'answer-model'
  /** A time without its zone, or none. */
  | 'time'
  /** Which version of what was attached the model has read. */
  | 'attached-version'
  /** Names with commas among names separated by commas. */
  | 'context-names'
  /** Old context that is kept as text only. */
  | 'unparsed-context'
  /** What an answer went through, in words. */
  | 'answer-steps'
  /** Whether a line begins a message or belongs to one. */
  | 'message-boundary'
  /** What belongs to a turn beside its texts. */
  | 'turn-details'

export interface ChatGap {
  readonly code: ChatGapCode
  readonly turn?: string
  /** In words, for people. */
  readonly text: string
}

export type ChatProblemCode =
  | 'changed-question'
  | 'changed-answer'
  | 'changed-details'
  | 'broken-details'
  | 'missing-answer'
  | 'added-answer'
  | 'added-turn'
  | 'added-text'
  | 'missing-question'
  | 'duplicate-id'
  | 'unknown-parent'
  | 'front-matter'
  | 'line-endings'
  | 'newer-version'
  | 'not-a-chat'

export interface ChatProblem {
  readonly code: ChatProblemCode
  /** Counted from 1. */
  readonly line: number
  readonly turn?: string
  readonly text: string
}

export interface QuarantinedPiece {
  readonly line: number
  readonly text: string
  readonly reason: string
}

/** Collects what there is to say about a file while it is read. */
export class ReadingLog {
  readonly #text: string
  readonly #gaps: ChatGap[] = []
  readonly #problems: ChatProblem[] = []
  readonly #quarantined: QuarantinedPiece[] = []
  readonly #inlined: InlinedContext[] = []
  /** Places come nearly in order, so that lines are counted on from the last one. */
  #counted = { place: 0, line: 1 }

  constructor(text: string) {
    this.#text = text
  }

  gap(code: ChatGapCode, text: string, turn?: string): void {
    this.#gaps.push({ code, ...(turn === undefined ? {} : { turn }), text })
  }

  problem(code: ChatProblemCode, place: number, text: string, turn?: string): void {
    this.#problems.push({ code, line: this.#lineAt(place), ...(turn === undefined ? {} : { turn }), text })
  }

  quarantine(place: number, text: string, reason: string): void {
    this.#quarantined.push({ line: this.#lineAt(place), text, reason })
  }

  inlined(turn: string, artifacts: readonly Artifact[]): void {
    this.#inlined.push({ turn, artifacts })
  }

  reading(form: ChatFileReading['form'], document: ChatDocument): ChatFileReading {
    return {
      form,
      document,
      inlined: this.#inlined,
      gaps: this.#gaps,
      problems: this.#problems,
      ...(this.#quarantined.length > 0 ? { quarantined: this.#quarantined } : {}),
    }
  }

  #lineAt(place: number): number {
    if (place === 0) return 1
    let { place: at, line } = place < this.#counted.place ? { place: 0, line: 1 } : this.#counted
    for (at = this.#text.indexOf('\n', at); at !== -1 && at < place; at = this.#text.indexOf('\n', at + 1))
      line += 1
    this.#counted = { place, line }
    return line
  }
}

/** A file split into what the readers of both forms need. */
export interface ScannedChat {
  readonly text: string
  readonly bodyStart: number
  readonly properties: ReadonlyMap<string, string>
  readonly lines: ReturnType<typeof scanChatLines>
  readonly log: ReadingLog
}
