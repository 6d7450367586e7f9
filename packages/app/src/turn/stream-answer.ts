import { createStreamRestorer, type RedactionMap, restoreText } from '@varve/guard'
import type { ReportedUsage, WireRequest } from '@varve/providers'
import type { AnswerPlace, Store } from '@varve/store'
import type { AnswerErrorCode, Notice, SourceView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { callModel } from '../guard/call-model.ts'
import type { ModelEvent } from '../models/chat-model.ts'
import { toHundredths } from '../telemetry/phase-times.ts'
import type { ModelToolCall } from '../agent/model-tool-call.ts'
import type { AnswerJob } from './answer-job.ts'
import { outgoingCall } from './build-job.ts'
import { callPlace } from '../chat/call-place.ts'
import type { CallResponse } from './call-response.ts'
import type { LiveAnswer } from './live-answer.ts'

const MAXIMUM_BYTES = 2048

const MAXIMUM_MILLISECONDS = 1000

export interface AnswerOutcome {
  readonly status: 'complete' | 'stopped' | 'interrupted' | 'failed'
  /** What the model wrote, placeholders included. */
  readonly received: string
  readonly sources: readonly SourceView[]
  readonly error?: string
  readonly errorCode?: AnswerErrorCode
  /** What went out in place of the planned request, where the provider had lost its cache object. */
  readonly resent?: WireRequest
  /** Reported by the provider; absent if it reported nothing. */
  readonly reported?: ReportedUsage
  /** What the model thought, and what its provider wants back of it. */
  readonly reasoning: { readonly text: string; readonly opaque?: string }
  /** Tools that it wants to use before it continues. */
  readonly calls: readonly ModelToolCall[]
  readonly warnings: readonly Notice[]
  /** From the call to its first word or thought; absent where none came. */
  readonly firstByteMilliseconds?: number
  /** This call as it went, whatever becomes of the answer; undefined once it is kept. */
  readonly response: CallResponse | undefined
}

/** Why an answer in flight is cut: the user pressed Stop, or Varve is closing. */
export type StopReason = 'stopped' | 'interrupted'

/** A server that never ends would fill the memory; no model says so much, thoughts and calls included. */
const LONGEST_CHARACTERS = 2_500_000

/** Lets the model answer and writes down what comes. Never throws: a failure is an outcome. */
export async function streamAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
): Promise<AnswerOutcome> {
  const { signal } = live.stopping
  const checkpoints = startCheckpoints(context.store, job.answer, context.report)
  const characters = wholeCharacters()
  const gathered = new Gathered()
  const { values } = job.open.redaction.state
  const restorer = createStreamRestorer(values)
  const thoughts = createStreamRestorer(values)
  let received = ''
  const began = context.timer()
  // What a model says between its tools are paragraphs of one answer.
  let gap = live.text === '' ? '' : '\n\n'
  const show = (text: string): void => {
    if (text === '') return
    live.append(gap + text)
    checkpoints.add(gap + text)
    gap = ''
  }
  const add = (text: string): void => {
    received += text
    show(restorer.push(text))
  }
  const outcome = (end: AnswerOutcome['status'], failure?: Failure): AnswerOutcome => {
    live.reason(thoughts.end())
    show(restorer.end())
    const { sources, ...rest } = { ...gathered.outcome(end), ...failure }
    const milliseconds = toHundredths(context.timer() - began)
    const response = gathered.response({ ...rest, received }, milliseconds)
    return { ...rest, received, sources: restoreSources(sources, values), response }
  }
  try {
    const events = callModel(context, outgoingCall(job), { signal, wire: job.wire })
    for await (const event of untilAborted(events, signal)) {
      const milliseconds = context.timer() - began
      gathered.notice(event, milliseconds)
      if (gathered.isFirst(event, milliseconds))
        context.observe({ kind: 'call-first-byte', milliseconds: gathered.firstByte ?? 0, ...callPlace(job) })
      if (event.kind === 'text') add(characters.take(event.delta))
      else gathered.take(event)
      if (event.kind === 'reasoning') live.reason(thoughts.push(event.delta))
      if (received.length + gathered.characters > LONGEST_CHARACTERS) throw tooLong()
    }
    add(characters.rest())
    return outcome(signal.aborted ? (signal.reason as StopReason) : 'complete')
  } catch (error) {
    if (signal.aborted) return outcome(signal.reason as StopReason)
    return outcome('failed', { error: toAppError(error).message, errorCode: 'failed' })
  } finally {
    await checkpoints.stop()
  }
}

function tooLong(): AppError {
  const message = `The answer was ended: it has more than ${LONGEST_CHARACTERS} characters. What came so far is kept.`
  return new AppError('failed', message)
}

/** Citations point into notes as the user knows them. */
function restoreSources(sources: readonly SourceView[], placeholders: RedactionMap): readonly SourceView[] {
  return sources.map((source) => ({ ...source, path: restoreText(source.path, placeholders) }))
}

/** An answer that was only too slow can be continued; it was not refused. */
function endedBy({ errorCode }: Failure): 'failed' | 'interrupted' {
  return errorCode === 'silent' ? 'interrupted' : 'failed'
}

type Failure = Pick<AnswerOutcome, 'error' | 'errorCode'>

/** What comes beside the text. */
class Gathered {
  #sources: readonly SourceView[] = []
  #reported: ReportedUsage | undefined
  #reasoning = ''
  #opaque: string | undefined
  #failure: Failure | undefined
  #resent: WireRequest | undefined
  #response: Extract<ModelEvent, { readonly kind: 'response' }> | undefined
  readonly #warnings: Notice[] = []
  readonly #calls: ModelToolCall[] = []
  #firstByte: number | undefined
  #firstHeard: number | undefined
  #characters = 0

  /** How much came beside the text. */
  get characters(): number {
    return this.#characters
  }

  get firstByte(): number | undefined {
    return this.#firstByte
  }

  /** Whether this is the first thing that a reader sees; then it remembers when. */
  isFirst({ kind }: ModelEvent, milliseconds: number): boolean {
    if (this.#firstByte !== undefined || (kind !== 'text' && kind !== 'reasoning')) return false
    this.#firstByte = toHundredths(milliseconds)
    return true
  }

  /** A model that only calls tools writes no text, but has responded. */
  notice({ kind }: ModelEvent, milliseconds: number): void {
    if (kind === 'text' || kind === 'reasoning' || kind === 'tool-call')
      this.#firstHeard ??= toHundredths(milliseconds)
  }

  take(event: Exclude<ModelEvent, { readonly kind: 'text' }>): void {
    switch (event.kind) {
      case 'reasoning':
        this.#reasoning += event.delta
        this.#characters += event.delta.length
        this.#opaque = event.opaque ?? this.#opaque
        break
      case 'usage':
        this.#reported = event.usage
        break
      case 'response':
        this.#response = event
        break
      case 'tool-call': {
        const { callId, tool, arguments: args } = event
        this.#calls.push({ callId, tool, arguments: args })
        this.#characters += callId.length + tool.length + args.length
        break
      }
      case 'warning':
        this.#warnings.push(event.notice)
        break
      case 'resent':
        this.#resent = event.wire
        break
      case 'failed':
        this.#failure = { error: event.message, errorCode: event.code }
        break
      case 'finish':
        this.#sources = event.sources
        break
      default:
        event satisfies never
    }
  }

  response(
    { status, error, errorCode, received }: Omit<AnswerOutcome, 'sources' | 'response'>,
    milliseconds: number,
  ): CallResponse {
    return {
      milliseconds,
      ...(this.#firstHeard === undefined ? {} : { firstMilliseconds: this.#firstHeard }),
      status,
      ...(error === undefined ? {} : { error }),
      ...(errorCode === undefined ? {} : { errorCode }),
      ...(this.#response ? { responseId: this.#response.id } : {}),
      ...(this.#response?.diagnosis ? { diagnosis: this.#response.diagnosis } : {}),
      received: { text: received, reasoning: this.#reasoning, calls: this.#calls },
    }
  }

  outcome(end: AnswerOutcome['status']): Omit<AnswerOutcome, 'received' | 'response'> {
    const failure = end === 'complete' ? this.#failure : undefined
    return {
      status: failure ? endedBy(failure) : end,
      ...failure,
      sources: this.#sources,
      reasoning: {
        text: this.#reasoning,
        ...(this.#opaque === undefined ? {} : { opaque: this.#opaque }),
      },
      calls: this.#calls,
      warnings: this.#warnings,
      ...(this.#firstByte === undefined ? {} : { firstByteMilliseconds: this.#firstByte }),
      ...(this.#reported ? { reported: this.#reported } : {}),
      ...(this.#resent ? { resent: this.#resent } : {}),
    }
  }
}

/** Passes text on in whole characters: half of a surrogate pair waits for the other half. */
interface WholeCharacters {
  readonly take: (delta: string) => string
  /** What never got its other half, made well-formed. */
  readonly rest: () => string
}

function wholeCharacters(): WholeCharacters {
  let half = ''
  return {
    take: (delta) => {
      const text = half + delta
      const last = text.charCodeAt(text.length - 1)
      half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : ''
      return text.slice(0, text.length - half.length).toWellFormed()
    },
    rest: () => {
      const left = half.toWellFormed()
      half = ''
      return left
    },
  }
}

interface Checkpoints {
  readonly add: (delta: string) => void
  /** Ends the timer and waits for what is being written. */
  readonly stop: () => Promise<void>
}

/**
 * Writes an answer down while it comes in: after 2 KB or a second, whichever is first, and never one
 * commit for each token. A checkpoint that fails is not the end: its text goes into the next one, and
 * the whole text is stored when the answer ends.
 */
function startCheckpoints(store: Store, place: AnswerPlace, report: (message: string) => void): Checkpoints {
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let stopped = false

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    try {
      await store.commit([store.answers.appendText(place, text)])
    } catch (error) {
      pending = text + pending
      report(`A part of an answer could not be saved yet: ${String(error)}`)
    }
    writing = undefined
    schedule()
  }
  const schedule = (): void => {
    if (stopped || writing || pending === '') return
    timer ??= setTimeout(() => (writing = write()), MAXIMUM_MILLISECONDS)
  }
  return {
    add: (delta) => {
      pending += delta
      if (!writing && Buffer.byteLength(pending) >= MAXIMUM_BYTES) writing = write()
      else schedule()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await writing
    },
  }
}

/** The items of a stream until the signal aborts, also when the stream itself does not listen to it. */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]()
  let leave: () => void = () => undefined
  // One listener for the whole stream: one for each piece would cost more than the piece.
  const onAbort = (): void => leave()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        leave = () => resolve(undefined)
        iterator.next().then(resolve, reject)
      })
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Neither awaited nor listened to: a stream that hangs or fails now would keep its reader from leaving.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
