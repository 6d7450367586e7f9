import {
  type Artifact,
  type ArtifactKey,
  type BudgetError,
  createMemo,
  type Envelope,
  type Layout,
  type ModelSpec,
  type Plan,
} from '@varve/engine'
import { type Memo, stableJson } from '@varve/engine/internal'
import type { CallSettings, Lifetime } from '@varve/providers'
import { type TraceTurn, withFactor } from '@varve/app/internal'
import type { ReplayRunner, ScriptedTurn } from './conversation-script.ts'
import { foldTurn, type FoldTurn } from './fold-turn.ts'
import type { MalformedLine } from './parse-trace-line.ts'
import type { NumberedTurn, TraceText } from './read-trace.ts'
import { ReplayConversation } from './replay-conversation.ts'
import type { ReplayModel, ReplayModels, ReplayProvider } from './replay-models.ts'
import { TraceImages } from './trace-images.ts'
import { impliedTools } from './trace-settings.ts'

/**
 * The plain way that everything is compared with: the history as it was said, tool traffic included, and the
 * current text of all that was ever attached in the last message. The history is folded by itself, without
 * any context, and each question is asked on the side, with everything attached to it; only the provider's
 * cache remembers that.
 */
const foldInline: FoldTurn = (before, turn, options) => {
  const kept = keepNewest(before.kept, turn)
  const attach = [...kept.values()].map((artifact) => ({ artifact }))
  const { pin: _pin, unpin: _unpin, forget: _forget, observed: _observed, ...input } = turn.input
  const asked = foldTurn(before, { ...turn, input: { ...input, attach } }, options)
  const { images: _images, gathered: _gathered, guidance: _guidance, ...plain } = input
  const said = foldTurn(before, { ...turn, input: { ...plain, attach: [] } }, options)
  return { ...asked, folded: { state: said.folded.state, kept } }
}

/** A layout of the engine, or all context in the last message: what everything is compared with. */
export type ReplayLayout = Layout | 'inline'

export interface ReplayOptions {
  readonly models: ReplayModels
  /** For turns that name none; default: the provider's usual one. */
  readonly model?: string
  /** Use `model` for every turn, whatever the trace says. */
  readonly oneModel?: boolean
  readonly layout?: ReplayLayout
  readonly runner?: ReplayRunner
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
  /** As the turn used it, with the cache rules of its marks. */
  readonly model: ReplayModel
  /** How long its marks ask to be kept, by the pauses before it; left out where there is no choice. */
  readonly lifetime?: Lifetime
  /** What went out beside the prompt, where the trace says so. */
  readonly settings?: CallSettings
  readonly envelope: Envelope
  /** One for each call that the turn makes; empty where the first did not fit. */
  readonly plans: readonly Plan[]
  /** Set where a call did not fit into the window. */
  readonly failure?: BudgetError
  readonly warnings: readonly string[]
  readonly images: TraceImages
  /** What describing a turn may remember from the turns before it. */
  readonly memo: Memo
  /** All that the model wrote in this turn: its calls, and its answer. */
  readonly said: readonly string[]
  /** Of folding and planning, where a timer was given. */
  readonly planMs?: number
}

export type Replayed = ReplayedTurn | MalformedLine

/**
 * Folds a trace turn by turn: no network, no clock, no model. Ends after the first malformed line, which
 * comes last; the turns before it are whole.
 */
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
  const { models, layout, timer } = options
  const open = createConversations(turns, options)
  return ({ line, turn }) => {
    const started = timer?.()
    const model = models.find((options.oneModel ? undefined : turn.model) ?? options.model)
    const { images, memo, conversation } = open(turn.conversation)
    const spec = asPlanned(model.spec, turn.plan, layout)
    const played = conversation.play(turn, { ...model, spec })
    if (played.kind === 'refused') return { kind: 'malformed', line, reason: played.reason }
    const { kind: _kind, ...rest } = played
    const where = { line, conversation: turn.conversation, turn: turn.turn, provider: models.provider }
    const time = timer && started !== undefined ? { planMs: timer() - started } : {}
    const settings = turn.plan?.settings as CallSettings | undefined
    return {
      kind: 'turn',
      ...where,
      ...rest,
      ...(settings ? { settings } : {}),
      images,
      memo,
      said: wordsOf(turn),
      ...time,
    }
  }
}

/** As the trace says that it was planned; a layout that is asked for counts more. */
function asPlanned(spec: ModelSpec, plan: TraceTurn['plan'], layout: ReplayLayout | undefined): ModelSpec {
  return {
    ...spec,
    layout: layout === 'inline' ? 'ledger' : (layout ?? plan?.layout ?? 'auto'),
    ...(plan?.history ? { history: plan.history } : {}),
    ...(plan?.toolOutput ? { toolOutput: plan.toolOutput } : {}),
    ...(plan?.factor ? { tokenizer: withFactor(spec.tokenizer, plan.factor) } : {}),
    ...(plan?.budget ? { window: plan.budget, reservedOutput: 0 } : {}),
  }
}

function wordsOf({ tools, assistant }: TraceTurn): readonly string[] {
  const calls = (tools ?? []).map(({ name, args, text }) => `${text ?? ''}${name}${stableJson(args ?? {})}`)
  return assistant === undefined ? calls : [...calls, assistant]
}

interface OpenConversation {
  readonly conversation: ReplayConversation
  readonly images: TraceImages
  readonly memo: Memo
}

function createConversations(
  turns: readonly NumberedTurn[],
  { layout, runner = 'agent' }: ReplayOptions,
): (name: string) => OpenConversation {
  const tools = impliedTools(turns)
  const illustrated = new Set(turns.filter(holdsImages).map(({ turn }) => turn.conversation))
  const memo = createMemo()
  const fold = layout === 'inline' ? foldInline : foldTurn
  const conversations = new Map<string, OpenConversation>()
  return (name) => {
    const known = conversations.get(name)
    if (known) return known
    const images = new TraceImages()
    const implied = tools.get(name) ?? []
    const conversation = new ReplayConversation({
      conversation: name,
      runner,
      memo,
      fold,
      images,
      impliedTools: implied,
      holdsImages: illustrated.has(name),
    })
    const opened = { conversation, images, memo }
    conversations.set(name, opened)
    return opened
  }
}

function holdsImages({ turn }: NumberedTurn): boolean {
  return [turn, ...(turn.attach ?? []), ...(turn.observed ?? [])].some(
    ({ images }) => (images ?? []).length > 0,
  )
}

function keepNewest(
  before: ReadonlyMap<ArtifactKey, Artifact>,
  { input }: ScriptedTurn,
): ReadonlyMap<ArtifactKey, Artifact> {
  const kept = new Map(before)
  for (const key of input.forget ?? []) kept.delete(key)
  for (const { artifact } of input.attach ?? []) {
    const { role: _role, ...plain } = artifact
    kept.set(artifact.key, plain)
  }
  return kept
}

/** The warnings of the trace and of the engine. */
export function warningsOf({ warnings, envelope }: ReplayedTurn): readonly string[] {
  return [...warnings, ...envelope.warnings.map(({ message }) => message)]
}
