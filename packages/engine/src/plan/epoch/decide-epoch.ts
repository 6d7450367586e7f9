import { LIMITS } from '../../budget/limits.ts'
import type { CacheProfile } from '../../cache/cache-profile.ts'
import type { Epoch, RebaseNumbers } from './epoch.ts'
import { epochTokens } from './epoch-tokens.ts'
import type { ModelSpec } from '../model-spec.ts'

export interface Decision {
  readonly rebase: boolean
  readonly reason: 'epoch-cold' | 'epoch-rent'
  readonly numbers: RebaseNumbers
  /** Rent after this call, if it appends. */
  readonly rent: number
}

/**
 * Rent or buy: dead weight pays the read weight at each appended call; when that exceeds what
 * folding it away would cost now, fold. Never worse than twice the best in hindsight. [P-4]
 */
export function decideEpoch(options: {
  /** As the last call left it. */
  readonly before: Epoch
  /** With what this turn would append. */
  readonly appended: Epoch
  readonly model: ModelSpec
  readonly at: number
}): Decision {
  const { before, appended, model, at } = options
  const { profile } = model
  const cold = isCold(before, profile, at)
  const deadWeight = Math.max(0, appended.deadTokens)
  const price = priceOfRebase({ before, appended, profile, cold, deadWeight })
  // A copy that is given only because updates piled up is rent as well: folding would have spared it.
  const rent = before.rent + freshWeight(profile) * appended.piledTokens
  // Below the minimum nothing is cached: folding to there would bill everything again at each call.
  const isCacheable = epochTokens(appended) - deadWeight >= profile.minimumTokens
  const rebase = deadWeight > 0 && isCacheable && rent > LIMITS.epoch.patience * price
  return {
    rebase,
    reason: cold ? 'epoch-cold' : 'epoch-rent',
    numbers: { deadWeight, rent, price, cold },
    rent: rent + profile.weights.read * deadWeight,
  }
}

/** Past the lifetime that was asked for, or never called: nothing is stored for sure. */
export function isCold(epoch: Epoch, profile: CacheProfile, at: number): boolean {
  return epoch.sentEnd === 0 || at - epoch.lastAt > profile.lifetimeSeconds * 1000
}

/** What a token costs that is not read from the cache: marks make it a write. */
function freshWeight({ matchClass, weights }: CacheProfile): number {
  return matchClass === 'breakpoint' ? weights.write : weights.uncached
}

/** Weighted tokens that re-basing this call costs more than appending it. */
function priceOfRebase(options: {
  readonly before: Epoch
  readonly appended: Epoch
  readonly profile: CacheProfile
  readonly cold: boolean
  readonly deadWeight: number
}): number {
  const { before, appended, profile, cold, deadWeight } = options
  const { read } = profile.weights
  const fresh = freshWeight(profile)
  const appendedTokens = epochTokens(appended)
  const rebasedTokens = appendedTokens - deadWeight
  const stored = cold ? 0 : storedTokens(before, profile)
  const shared = cold ? 0 : Math.min(stored, sharedTokens(before, appended, profile))
  const rebased = read * shared + fresh * (rebasedTokens - shared)
  const straight = read * stored + fresh * (appendedTokens - stored)
  return rebased - straight
}

function storedTokens(before: Epoch, profile: CacheProfile): number {
  return usable(epochTokens(before, before.sentEnd), profile)
}

/** What a re-base would repeat of what is stored: up to the cut, or to the last stored mark before it. */
function sharedTokens(before: Epoch, appended: Epoch, profile: CacheProfile): number {
  const cut = before.leadTokens + appended.cut
  if (profile.matchClass === 'prefix') return usable(cut, profile)
  const ends = [before.sentEnd, before.baseEnd, before.foldEnd, before.stemEnd].map((end) =>
    epochTokens(before, end),
  )
  return usable(Math.max(0, ...ends.filter((end) => end <= cut)), profile)
}

function usable(tokens: number, profile: CacheProfile): number {
  const stepped = Math.floor(tokens / profile.stepTokens) * profile.stepTokens
  return stepped < profile.minimumTokens ? 0 : stepped
}
