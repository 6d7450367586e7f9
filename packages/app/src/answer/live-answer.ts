import type { ToolStepRecord } from '../runner/tool-step.ts'
import type { ToolRule } from '../tools/tool-rules.ts'
import type { AnswerEvent } from '../views.ts'

/** Where a watcher stands: how many code units of the answer and of the reasoning they have seen. */
export interface AnswerPosition {
  /** One more than the length of the answer after its last event. */
  readonly id: number
  /** 0 where it is left out. */
  readonly reasoned?: number | undefined
  /** How often the steps had changed. */
  readonly stepped?: number | undefined
}

/** An event with the position that it completes. */
export interface NumberedEvent extends AnswerPosition {
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
  #reasoning = ''
  #steps: readonly ToolStepRecord[] = []
  #stepped = 0
  readonly #questions = new Map<string, (answer: string) => void>()
  readonly #said: string[] = []
  readonly #allowed: ToolRule[] = []
  #final: FinalEvent | undefined
  #changed = Promise.withResolvers<void>()
  #isSettled = false
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

  /** Adds to what the model thinks. It is shown to who watches, and not kept. */
  reason(delta: string): void {
    this.#reasoning += delta
    this.#wake()
  }

  /** What tools have done so far. */
  get steps(): readonly ToolStepRecord[] {
    return this.#steps
  }

  showStep(index: number, step: ToolStepRecord): void {
    this.#steps = this.#steps.toSpliced(index, 1, step)
    this.#stepped += 1
    this.#wake()
  }

  /** Waits for what a person says to a call; a stop ends the waiting. */
  askPerson(callId: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const { signal } = this.stopping
    this.#questions.set(callId, resolve)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    return promise.finally(() => this.#questions.delete(callId))
  }

  /** False where nobody was asked. */
  answerQuestion(callId: string, answer: string): boolean {
    const resolve = this.#questions.get(callId)
    resolve?.(answer)
    return resolve !== undefined
  }

  /** What the user has allowed for good since the answer began. */
  get allowed(): readonly ToolRule[] {
    return this.#allowed
  }

  allow(rules: readonly ToolRule[]): void {
    this.#allowed.push(...rules)
  }

  /** What the user says while the model works; it reads that with the next results. */
  say(text: string): void {
    this.#said.push(text)
  }

  takeSaid(): readonly string[] {
    return this.#said.splice(0)
  }

  /** The last event; watchers stop after it. */
  finish(event: FinalEvent): void {
    this.#final ??= event
    this.#wake()
  }

  /** Nothing comes any more, also where it could not be told how the answer ended. */
  settle(): void {
    this.#isSettled = true
    this.#ended.resolve()
    this.#wake()
  }

  /** Every event after this position, until the answer ends or the watcher leaves. */
  async *watch(after: AnswerPosition): AsyncGenerator<NumberedEvent> {
    let { id, reasoned = 0, stepped = 0 } = after
    for (;;) {
      const changed = this.#changed.promise
      if (stepped < this.#stepped) {
        stepped = this.#stepped
        yield { id, reasoned, stepped, event: { kind: 'steps', steps: this.#steps } }
      } else if (reasoned < this.#reasoning.length) {
        const delta = this.#reasoning.slice(reasoned)
        reasoned = this.#reasoning.length
        yield { id, reasoned, stepped, event: { kind: 'reasoning', delta } }
      } else if (id < this.#text.length) {
        const delta = this.#text.slice(id)
        id = this.#text.length
        yield { id, reasoned, stepped, event: { kind: 'text', delta } }
      } else if (this.#final) {
        yield { id: this.#text.length + 1, event: this.#final }
        return
      } else if (this.#isSettled) return
      else await changed
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
