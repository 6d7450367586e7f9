import {
  type BudgetError,
  createMemo,
  type Envelope,
  type Layout,
  type Plan,
  type ToolDefinition,
} from '@varve/engine'
import type { MalformedLine } from './parse-trace-line.ts'
import { readTraceLines, type NumberedTurn, type TraceText } from './read-trace.ts'
import { type ReplayRunner, ReplayConversation } from './replay-conversation.ts'
import { defaultModel, replayModel, type ReplayProvider } from './replay-model.ts'
import { impliedTools } from './trace-settings.ts'

export interface ReplayOptions {
  readonly provider: ReplayProvider
  /** For turns that name none; default: the provider's usual one. */
  readonly model?: string
  /** Use `model` for every turn, whatever the trace says. */
  readonly oneModel?: boolean
  readonly layout?: Layout
  readonly runner?: ReplayRunner
  /** Tokens of the context window, in place of the model's own. */
  readonly window?: number
  /** Milliseconds from any start, to time how long a turn takes; the replay itself reads no clock. */
  readonly timer?: () => number
}

/** One turn of a trace as it would be sent. */
export interface ReplayedTurn {
  readonly kind: 'turn'
  readonly line: number
  readonly conversation: string
  readonly turn: number
  readonly provider: ReplayProvider
  readonly model: string
  readonly envelope: Envelope
  /** One for each call that the turn makes; empty where the first did not fit. */
  readonly plans: readonly Plan[]
  /** Set where a call did not fit into the window. */
  readonly failure?: BudgetError
  readonly warnings: readonly string[]
  /** Of folding and planning, where a timer was given. */
  readonly planMs?: number
}

export type Replayed = ReplayedTurn | MalformedLine

/**
 * Folds a trace turn by turn: no network, no clock, no model. Ends after the first malformed line, which
 * comes last; the turns before it are whole.
 */
export function* replayTrace(lines: Iterable<string>, options: ReplayOptions): Generator<Replayed> {
  yield* replayTurns(readTraceLines(lines), options)
}

/** The same for a trace that is read already. */
export function* replayTurns(trace: TraceText, options: ReplayOptions): Generator<Replayed> {
  const replay = createReplay(trace.turns, options)
  for (const numbered of trace.turns) {
    const replayed = replay(numbered)
    yield replayed
    if (replayed.kind === 'malformed') return
  }
  if (trace.malformed) yield trace.malformed
}

function createReplay(
  turns: readonly NumberedTurn[],
  options: ReplayOptions,
): (turn: NumberedTurn) => Replayed {
  const { provider, layout = 'auto', runner = 'agent', timer } = options
  const tools = impliedTools(turns)
  const memo = createMemo()
  const conversations = new Map<string, ReplayConversation>()
  const open = (conversation: string): ReplayConversation => {
    const known = conversations.get(conversation)
    if (known) return known
    const implied: readonly ToolDefinition[] = tools.get(conversation) ?? []
    const opened = new ReplayConversation({ conversation, runner, memo, impliedTools: implied })
    conversations.set(conversation, opened)
    return opened
  }
  return ({ line, turn }) => {
    const started = timer?.()
    const named = options.oneModel ? undefined : turn.model
    const model = named ?? options.model ?? defaultModel(provider)
    const spec = replayModel({
      provider,
      model,
      layout,
      ...(options.window === undefined ? {} : { window: options.window }),
    })
    const played = open(turn.conversation).play(turn, spec)
    if (played.kind === 'refused') return { kind: 'malformed', line, reason: played.reason }
    const { kind: _kind, ...rest } = played
    const where = { line, conversation: turn.conversation, turn: turn.turn, provider, model }
    const time = timer && started !== undefined ? { planMs: timer() - started } : {}
    return { kind: 'turn', ...where, ...rest, ...time }
  }
}
