import type { AnswerEvent } from '../views.ts'

/** An event with its number: for text, how many code units of the answer it completes. */
export interface NumberedEvent {
  readonly id: number
  readonly event: AnswerEvent
}

type FinalEvent = Extract<AnswerEvent, { readonly kind: 'done' | 'failed' }>

/**
 * An answer that is being written. Whoever watches reads from its text at their own pace, so a slow
 * reader fills no buffer, and one who comes back goes on from the number of the last event they saw.
 */
export class LiveAnswer {
  readonly stopping = new AbortController()
  #text = ''
  #final: FinalEvent | undefined
  #changed = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()

  get text(): string {
    return this.#text
  }

  /** Resolves when the answer has been stored and will not change again. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  append(delta: string): void {
    this.#text += delta
    this.#wake()
  }

  /** The last event; watchers stop after it. */
  finish(event: FinalEvent): void {
    this.#final ??= event
    this.#wake()
  }

  settle(): void {
    this.#ended.resolve()
  }

  /** Every event after the one with this number, until the answer ends or the watcher leaves. */
  async *watch(after: number): AsyncGenerator<NumberedEvent> {
    let at = after
    for (;;) {
      const changed = this.#changed.promise
      if (at < this.#text.length) {
        const delta = this.#text.slice(at)
        at = this.#text.length
        yield { id: at, event: { kind: 'text', delta } }
      } else if (this.#final) {
        yield { id: this.#text.length + 1, event: this.#final }
        return
      } else await changed
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
