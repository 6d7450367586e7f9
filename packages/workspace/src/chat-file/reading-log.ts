import type { Artifact } from '@varve/engine'
import type { ChatDocument } from './chat-document.ts'
import type {
  ChatFileReading,
  ChatGap,
  ChatGapCode,
  ChatProblem,
  ChatProblemCode,
  InlinedContext,
  QuarantinedPiece,
} from './chat-file-reading.ts'

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
