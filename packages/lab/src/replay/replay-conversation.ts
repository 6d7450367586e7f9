import { type CacheProfile, createState, type ModelSpec, type Plan, predictUsage } from '@varve/engine'
import {
  AppendLog,
  type CacheMemory,
  EMPTY_CACHE_MEMORY,
  hashText,
  type Memo,
  stableJson,
} from '@varve/engine/internal'
import type { CatalogueModel, Lifetime } from '@varve/providers'
import { type CacheScope, lifetimeFor, profileFor, type TraceTurn, withinScope } from '@varve/app/internal'
import {
  ConversationScript,
  type RefusedTurn,
  type ScriptedTurn,
  type ScriptOptions,
} from './conversation-script.ts'
import type { Folded, FoldResult, FoldTurn } from './fold-turn.ts'
import type { ReplayModel } from './replay-models.ts'
import type { TraceImages } from './trace-images.ts'

type Blocks = Plan['blocks']

type PlacedBlock = NonNullable<ReturnType<Blocks['get']>>

/**
 * Forecasts for a conversation with pictures. The engine's own knows neither that Anthropic finds no message
 * again once the first picture comes or the last one goes, nor that a picture without bytes is sent as a line.
 */
class ImageForecast {
  readonly #images: TraceImages
  readonly #memories = new Map<string, CacheMemory>()
  readonly #scopes = new Map<string, CacheScope>()

  constructor(images: TraceImages) {
    this.#images = images
  }

  /** The plan with what its body is expected to use. */
  predict(plan: Plan, { spec: model, catalogue }: ReplayModel, at: number): Plan {
    const blocks = AppendLog.from(this.#blocksOf(plan, model, this.#isApart(plan, catalogue)))
    const { usage, memory } = predictUsage(
      this.#memories.get(model.id) ?? EMPTY_CACHE_MEMORY,
      {
        blocks,
        length: blocks.length,
        leadTokens: plan.leadTokens,
        leadHash: hashText(stableJson(plan.tools)),
        marks: plan.marks,
        at,
        objectEnd: plan.baseEnd,
      },
      model.profile,
    )
    this.#memories.set(model.id, memory)
    const now = { image: String(this.#isApart(plan, catalogue)), settings: '' }
    const before = this.#scopes.get(model.id)
    this.#scopes.set(model.id, now)
    return { ...withinScope(plan, { before, now, profile: model.profile }), predicted: usage }
  }

  /** Whether the provider looks for the messages only among requests with pictures. */
  #isApart({ blocks }: Plan, { protocol }: ReplayModel['catalogue']): boolean {
    if (protocol !== 'anthropic') return false
    return blocks
      .slice(0)
      .some(({ part }) => part.kind === 'image' && this.#images.find(part.image.hash) !== undefined)
  }

  #blocksOf({ blocks }: Plan, model: ModelSpec, isApart: boolean): readonly PlacedBlock[] {
    const all = blocks.slice(0)
    let end = 0
    return all.map((block) => {
      const tokens = this.#tokensOf(block, model)
      end += tokens
      // Another name for the same prefix, so that it is found only among requests with pictures.
      const chain = isApart && block.role !== 'system' ? `i${block.chain}` : block.chain
      return { ...block, tokens, end, chain }
    })
  }

  #tokensOf({ part, tokens }: PlacedBlock, { tokenizer }: ModelSpec): number {
    if (part.kind !== 'image' || this.#images.find(part.image.hash)) return tokens
    return tokenizer.count(`[image ${part.image.name}: not available]`)
  }
}

interface Node<Value> {
  readonly value: Value
  /** The branch that the value is on. */
  readonly branch: string
  isContinued: boolean
}

/** Where a turn continues from. */
interface TurnPlace<Value> {
  readonly from: Value
  readonly branch: string
}

/** The turns of a conversation with their branches: the second turn to continue from a place begins a new one. */
class TurnTree<Value> {
  readonly #root: Node<Value>
  readonly #nodes = new Map<number, Node<Value>>()
  #last: Node<Value>
  #count = 0

  constructor(root: Value) {
    this.#root = { value: root, branch: 'main', isContinued: false }
    this.#last = this.#root
  }

  /** After the line before it, or after the turn that it names; a text says why neither is possible. */
  place({ turn, parent }: TraceTurn): TurnPlace<Value> | string {
    const node = this.#find(turn, parent ?? undefined)
    if (typeof node === 'string') return node
    const branch = node.isContinued ? `branch-${this.#count + 1}` : node.branch
    node.isContinued = true
    return { from: node.value, branch }
  }

  add({ turn }: TraceTurn, branch: string, value: Value): void {
    this.#count += 1
    this.#last = { value, branch, isContinued: false }
    this.#nodes.set(turn, this.#last)
  }

  #find(turn: number, parent: number | undefined): Node<Value> | string {
    if (parent === undefined)
      return this.#nodes.has(turn) ? `turn ${turn} was given before; a branch names its parent` : this.#last
    if (parent === 0 && !this.#nodes.has(0)) return this.#root
    return this.#nodes.get(parent) ?? `parent: there is no turn ${parent} before this one`
  }
}

/** How many calls determine a conversation's pace, as in a chat. */
const PACE_CALLS = 40

interface Pace {
  readonly lifetime: Lifetime | undefined
  /** When the model was asked, oldest first. */
  readonly startTimes: readonly number[]
}

const NO_PACE: Pace = { lifetime: undefined, startTimes: [] }

/**
 * How long the marks of a conversation ask to be kept, model by model: by the rule of a live chat, which knows
 * the pauses before a turn and none after it.
 */
class MarkLifetimes {
  readonly #paces = new Map<string, Pace>()

  /** For a turn at this time; `profile` if it isn't the model's usual one. */
  next(
    model: CatalogueModel,
    at: number,
    /** As the trace says that it was. */
    known?: Lifetime,
  ): { readonly lifetime: Lifetime | undefined; readonly profile?: CacheProfile } {
    const { lifetime: previous, startTimes } = this.#paces.get(model.id) ?? NO_PACE
    const lifetime = known ?? lifetimeFor({ model, previous, startTimes })
    this.#paces.set(model.id, { lifetime, startTimes: [...startTimes, at].slice(-PACE_CALLS) })
    return lifetime === '1h' ? { lifetime, profile: profileFor(model, { lifetime, previous }) } : { lifetime }
  }
}

/** One turn of a conversation, folded. */
export type PlayedTurn =
  | ({
      readonly kind: 'played'
      readonly warnings: readonly string[]
      /** As this turn used it: with the cache rules of the lifetime that its marks ask for. */
      readonly model: ReplayModel
      /** Left out where the provider gives no choice. */
      readonly lifetime?: Lifetime
    } & Omit<FoldResult, 'folded' | 'caches'>)
  | RefusedTurn

export interface ReplayContext extends ScriptOptions {
  readonly conversation: string
  readonly fold: FoldTurn
  readonly memo: Memo
  /** Whether any of its turns brings a picture. */
  readonly holdsImages: boolean
}

/** Folds the turns of one conversation of a trace, with its branches. */
export class ReplayConversation {
  readonly #context: ReplayContext
  readonly #script: ConversationScript
  readonly #tree: TurnTree<Folded>
  readonly #forecast: ImageForecast | undefined
  readonly #lifetimes = new MarkLifetimes()
  /** A provider remembers what all branches sent. */
  #caches: { readonly [model: string]: CacheMemory } = {}

  constructor(context: ReplayContext) {
    this.#context = context
    this.#forecast = context.holdsImages ? new ImageForecast(context.images) : undefined
    this.#script = new ConversationScript(context)
    const state = createState({ conversationId: context.conversation })
    this.#tree = new TurnTree<Folded>({ state, kept: new Map() })
  }

  play(turn: TraceTurn, asked: ReplayModel): PlayedTurn {
    const place = this.#tree.place(turn)
    if (typeof place === 'string') return { kind: 'refused', reason: place }
    const scripted = this.#script.next(turn)
    if (scripted.kind === 'refused') return scripted
    const { fold, memo } = this.#context
    const { branch } = place
    const { lifetime, profile } = this.#lifetimes.next(
      asked.catalogue,
      scripted.input.at,
      turn.plan?.lifetime,
    )
    const model = profile ? { ...asked, spec: { ...asked.spec, profile } } : asked
    const result = fold(place.from, scripted, { model: model.spec, branch, caches: this.#caches, memo })
    const { folded, caches, ...rest } = result
    const plans = this.#predict(rest.plans, scripted, model)
    this.#caches = caches
    this.#tree.add(turn, branch, folded)
    const kept = lifetime === undefined ? {} : { lifetime }
    return { kind: 'played', ...rest, plans, model, ...kept, warnings: scripted.warnings }
  }

  /** Without pictures, what a plan predicts is what its body says; class `unit` has no model that sees any. */
  #predict(plans: readonly Plan[], turn: ScriptedTurn, model: ReplayModel): readonly Plan[] {
    const forecast = this.#forecast
    if (!forecast || model.spec.profile.matchClass === 'unit') return plans
    const times = [turn.input.at, ...turn.steps.map(({ at }) => at)]
    return plans.map((plan) => forecast.predict(plan, model, times[plan.call - 1] ?? turn.input.at))
  }
}
