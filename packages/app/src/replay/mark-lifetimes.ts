import type { CacheProfile } from '@varve/engine'
import type { CatalogueModel, Lifetime } from '@varve/providers'
import { lifetimeFor, profileFor } from '../turn/choose-cache.ts'

/** Calls that a conversation's pace is told from; as in a chat. */
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
export class MarkLifetimes {
  readonly #paces = new Map<string, Pace>()

  /** For a turn that is asked at this time; `profile` is there where it is not the model's usual one. */
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
