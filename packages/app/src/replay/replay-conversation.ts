import {
  type Artifact,
  type Attachment,
  type BudgetError,
  type CacheMemory,
  createState,
  type Envelope,
  type Memo,
  type ModelSpec,
  type Plan,
  type State,
  step,
  type ToolDefinition,
  type TurnInput,
} from '@varve/engine'
import { parseTime } from './parse-time.ts'
import { TraceContents } from './trace-contents.ts'
import { traceImage } from './trace-image.ts'
import type { TraceTurn } from './trace-schema.ts'
import { changeSettings, NO_SETTINGS, sectionsOf, textOf, type TraceSettings } from './trace-settings.ts'
import { gatheredResults, type TimedStep, traceSteps } from './trace-steps.ts'

export type ReplayRunner = 'agent' | 'plus'

/** One turn of a conversation, folded. */
export type PlayedTurn =
  | {
      readonly kind: 'played'
      readonly envelope: Envelope
      /** One plan for each call, in order; empty where the first did not fit. */
      readonly plans: readonly Plan[]
      /** Set where a call did not fit: nothing would have been sent from there on. */
      readonly failure?: BudgetError
      readonly warnings: readonly string[]
    }
  | { readonly kind: 'refused'; readonly reason: string }

interface Node {
  readonly state: State
  children: number
}

export interface ReplayContext {
  readonly conversation: string
  readonly runner: ReplayRunner
  readonly memo: Memo
  /** Definitions for a conversation that brings none of its own. */
  readonly impliedTools: readonly ToolDefinition[]
}

/** Folds the turns of one conversation of a trace, with its branches. */
export class ReplayConversation {
  readonly #context: ReplayContext
  readonly #contents = new TraceContents()
  readonly #root: Node
  readonly #nodes = new Map<number, Node>()
  #last: Node
  #count = 0
  #at = 0
  #settings: TraceSettings
  #caches: { readonly [model: string]: CacheMemory } = {}

  constructor(context: ReplayContext) {
    this.#context = context
    this.#root = { state: createState({ conversationId: context.conversation }), children: 0 }
    this.#last = this.#root
    this.#settings = { ...NO_SETTINGS, tools: context.runner === 'agent' ? context.impliedTools : [] }
  }

  play(turn: TraceTurn, model: ModelSpec): PlayedTurn {
    const from = this.#findParent(turn)
    if (typeof from === 'string') return { kind: 'refused', reason: from }
    const context = this.#gatherContext(turn)
    if (typeof context === 'string') return { kind: 'refused', reason: context }
    this.#count += 1
    this.#settings = changeSettings(this.#settings, turn)
    this.#at = turn.at === undefined ? this.#at : (parseTime(turn.at) ?? this.#at)
    const branch = from.children > 0 ? `branch-${this.#count}` : from.state.branch
    from.children += 1
    const input = this.#turnInput(turn, { model, branch, ...context })
    const { result, state } = this.#fold(from.state, turn, input, model)
    this.#caches = state.caches
    this.#last = { state, children: 0 }
    this.#nodes.set(turn.turn, this.#last)
    return { kind: 'played', ...result, warnings: context.warnings }
  }

  /** Where the turn continues: after the line before it, or after the turn that it names. */
  #findParent({ turn, parent }: TraceTurn): Node | string {
    if (parent === undefined || parent === null) {
      if (this.#nodes.has(turn)) return `turn ${turn} was given before; a branch names its parent`
      return this.#last
    }
    if (parent === 0 && !this.#nodes.has(0)) return this.#root
    return this.#nodes.get(parent) ?? `parent: there is no turn ${parent} before this one`
  }

  #gatherContext(turn: TraceTurn): TurnContext | string {
    const attach: Attachment[] = []
    const pins: string[] = []
    for (const [index, entry] of (turn.attach ?? []).entries()) {
      const found = this.#contents.resolve(entry)
      if (found.kind === 'refused') return `attach[${index}]: ${found.reason}`
      if (entry.pin === true) pins.push(found.artifact.key)
      attach.push({
        artifact: found.artifact,
        ...(entry.freshness === undefined ? {} : { freshness: entry.freshness }),
      })
    }
    const observed: Artifact[] = []
    for (const [index, entry] of (turn.observed ?? []).entries()) {
      const found = this.#contents.resolve(entry)
      if (found.kind === 'refused') return `observed[${index}]: ${found.reason}`
      observed.push(found.artifact)
    }
    const active = turn.active === undefined ? undefined : this.#contents.find(turn.active)
    const warnings =
      turn.active !== undefined && !active
        ? [`the active note "${turn.active}" was never given, so it is not attached`]
        : []
    return { attach: active ? markActive(attach, active) : attach, observed, pins, warnings }
  }

  #turnInput(turn: TraceTurn, options: TurnContext & { model: ModelSpec; branch: string }): TurnInput {
    const spell = (key: string): string => this.#contents.spell(key)
    return {
      kind: 'turn',
      turnId: String(this.#count),
      at: this.#at,
      text: turn.user,
      sections: sectionsOf(this.#settings),
      tools: this.#settings.tools,
      models: [options.model],
      attach: options.attach,
      observed: options.observed.map(({ key, contentHash }) => ({ key, hash: contentHash })),
      pin: [...(turn.pin ?? []).map(spell), ...options.pins],
      unpin: (turn.unpin ?? []).map(spell),
      forget: (turn.forget ?? []).map(spell),
      images: (turn.images ?? []).map(traceImage),
      gathered: this.#context.runner === 'plus' ? gatheredResults(turn.tools ?? []) : [],
      branch: options.branch,
      caches: this.#caches,
      ...(turn.guidance === undefined ? {} : { guidance: textOf(turn.guidance) }),
    }
  }

  #fold(
    before: State,
    turn: TraceTurn,
    input: TurnInput,
    model: ModelSpec,
  ): { readonly result: Omit<PlayedTurn & { kind: 'played' }, 'kind' | 'warnings'>; readonly state: State } {
    const { memo, runner } = this.#context
    const { turnId, at } = input
    const asked = step(before, input, { memo })
    const plans = [...asked.plans]
    let [failure] = asked.failures
    let { state } = asked
    const steps: readonly TimedStep[] = runner === 'agent' ? traceSteps(turn.tools ?? [], { turnId, at }) : []
    for (const made of steps) {
      this.#at = Math.max(this.#at, made.at)
      const next = step(state, { kind: 'continue', turnId, at: made.at, model, step: made.step }, { memo })
      plans.push(...next.plans)
      failure ??= next.failures[0]
      state = next.state
    }
    if (turn.assistant !== undefined)
      state = step(state, {
        kind: 'answer',
        turnId,
        at: this.#at,
        answers: [{ model: model.id, text: turn.assistant }],
        chosen: model.id,
      }).state
    const result = { envelope: asked.envelope, plans, ...(failure ? { failure } : {}) }
    return { result, state }
  }
}

interface TurnContext {
  readonly attach: readonly Attachment[]
  readonly observed: readonly Artifact[]
  readonly pins: readonly string[]
  readonly warnings: readonly string[]
}

/** The open note is a chip like the others; where the turn does not list it, it comes first. */
function markActive(attach: readonly Attachment[], active: Artifact): readonly Attachment[] {
  const artifact: Artifact = { ...active, role: 'active' }
  if (!attach.some((entry) => entry.artifact.key === active.key)) return [{ artifact }, ...attach]
  return attach.map((entry) => (entry.artifact.key === active.key ? { ...entry, artifact } : entry))
}
