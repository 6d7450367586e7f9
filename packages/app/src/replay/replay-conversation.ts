import { type CacheMemory, createState, type Memo, type Plan } from '@varve/engine'
import type { Lifetime } from '@varve/providers'
import {
  ConversationScript,
  type RefusedTurn,
  type ScriptedTurn,
  type ScriptOptions,
} from './conversation-script.ts'
import type { Folded, FoldResult, FoldTurn } from './fold-turn.ts'
import { ImageForecast } from './image-forecast.ts'
import { MarkLifetimes } from './mark-lifetimes.ts'
import type { ReplayModel } from './replay-models.ts'
import type { TraceTurn } from './trace-schema.ts'
import { TurnTree } from './turn-tree.ts'

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
