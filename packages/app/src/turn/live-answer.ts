import type { AnswerEvent, SaidRecord, ToolCallRecord, ToolRule, ToolStepRecord } from '@varve/contract'
import type { AppError } from '../app-error.ts'
import { wholePart } from '../tools/files/show-lines.ts'

/**
 * A text that comes in pieces and is read behind its end. Asking one long string for its last letters would copy all
 * of it first, with each piece that comes.
 */
export class GrowingText {
  #pieces: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  get whole(): string {
    // As one piece from here on: it is put together once.
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')]
    return this.#pieces[0] ?? ''
  }

  append(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** What follows this many code units, at most so much of it; a character is never cut in two. */
  from(position: number, most: number): string {
    let first = this.#pieces.length
    let start = this.#length
    while (start > position) {
      const piece = this.#pieces[first - 1]
      if (piece === undefined) break
      first -= 1
      start -= piece.length
    }
    let found = ''
    let skipped = Math.max(0, position - start)
    for (const piece of this.#pieces.slice(first)) {
      found += skipped === 0 ? piece : piece.slice(skipped)
      skipped = 0
      if (found.length >= most) break
    }
    return wholePart(found, most)
  }
}

/** A watcher's position: how many code units of the answer and of the reasoning it has seen. */
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

/** A reader who is far behind gets the rest in pieces: all of it at once would be in memory for each of them. */
export const PIECE_CHARACTERS = 32_768

/**
 * An answer that is being written. Anyone who watches reads from its text at their own pace, so a slow
 * reader fills no buffer, and one who comes back continues from the number of the last event they saw.
 */
export class LiveAnswer {
  readonly stopping = new AbortController()
  /** It has ended and cannot be stored yet: in which chat, and why. */
  unsaved: { readonly chatId: string; readonly error: AppError } | undefined
  readonly #text = new GrowingText()
  readonly #reasoning = new GrowingText()
  #steps: readonly ToolStepRecord[] = []
  #stepped = 0
  readonly #questions = new Map<string, (answer: string) => void>()
  #said: readonly SaidRecord[] = []
  #isHearing = true
  readonly #allowed: ToolRule[] = []
  #final: FinalEvent | undefined
  #changed = Promise.withResolvers<void>()
  #isSettled = false
  readonly #ended = Promise.withResolvers<void>()

  get text(): string {
    return this.#text.whole
  }

  /** Resolves when the answer has been stored and will not change again. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  append(delta: string): void {
    this.#text.append(delta)
    this.#wake()
  }

  /** Adds to what the model thinks. It is shown to who watches, and not kept. */
  reason(delta: string): void {
    this.#reasoning.append(delta)
    this.#wake()
  }

  /** Tool steps so far, and what the user typed meanwhile; unread messages come last. */
  get steps(): readonly ToolStepRecord[] {
    if (this.#said.length === 0) return this.#steps
    const last = this.#steps.at(-1)
    const isAtWork = last?.calls.some(({ status }) => status === 'running' || status === 'waiting')
    return last && isAtWork ? withSaid(this.#steps, this.#said) : [...this.#steps, waitingWords(this.#said)]
  }

  /** The steps alone: the next one has their number. */
  get madeSteps(): readonly ToolStepRecord[] {
    return this.#steps
  }

  showStep(index: number, step: ToolStepRecord): void {
    this.#steps = this.#steps.toSpliced(index, 1, step)
    this.#stepped += 1
    this.#wake()
  }

  /** Changes one call as it is now: the model's work and the user's undo each say what they know of it. */
  changeCall(callId: string, change: (call: ToolCallRecord) => ToolCallRecord): void {
    const index = this.#steps.findLastIndex(({ calls }) => calls.some((call) => call.callId === callId))
    const step = this.#steps[index]
    if (!step) return
    const calls = step.calls.map((call) => (call.callId === callId ? change(call) : call))
    this.showStep(index, { ...step, calls })
  }

  /** Waits for what a person says to a call; a stop ends the waiting, also one that came before it. */
  async askPerson(callId: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const { signal } = this.stopping
    signal.throwIfAborted()
    const stop = (): void => reject(signal.reason)
    this.#questions.set(callId, resolve)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
      this.#questions.delete(callId)
    }
  }

  /** False if there was no such question. */
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

  /** What the user says while the model works; it reads that with the next results. False where it has ended. */
  say(text: string): boolean {
    if (!this.#isHearing) return false
    this.#said = [...this.#said, { text, isRead: false }]
    this.#stepped += 1
    this.#wake()
    return true
  }

  /** The messages that the model reads now; from here on they belong to the step before them. */
  takeSaid(): readonly string[] {
    const taken = this.#said
    if (taken.length === 0) return []
    this.#said = []
    this.#steps = withSaid(
      this.#steps,
      taken.map(({ text }) => ({ text, isRead: true })),
    )
    this.#stepped += 1
    this.#wake()
    return taken.map(({ text }) => text)
  }

  /** From here on nothing that is said would be kept. */
  endHearing(): void {
    this.#isHearing = false
  }

  /** The last event; watchers stop after it. */
  finish(event: FinalEvent): void {
    this.#final ??= event
    this.#wake()
  }

  /** Ends the stream, even if the end of the answer could not be stored. */
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
        yield { id, reasoned, stepped, event: { kind: 'steps', steps: this.steps } }
      } else if (reasoned < this.#reasoning.length) {
        const delta = this.#reasoning.from(reasoned, PIECE_CHARACTERS)
        reasoned += delta.length
        yield { id, reasoned, stepped, event: { kind: 'reasoning', delta } }
      } else if (id < this.#text.length) {
        const delta = this.#text.from(id, PIECE_CHARACTERS)
        id += delta.length
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

function withSaid(steps: readonly ToolStepRecord[], words: readonly SaidRecord[]): readonly ToolStepRecord[] {
  const last = steps.at(-1)
  if (!last) return [waitingWords(words)]
  return steps.with(steps.length - 1, { ...last, said: [...(last.said ?? []), ...words] })
}

function waitingWords(said: readonly SaidRecord[]): ToolStepRecord {
  return { text: '', calls: [], said }
}
