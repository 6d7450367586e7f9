import type { CacheProfile } from '../cache/cache-profile.ts'
import type { Epoch, RebaseNumbers } from './epoch.ts'
import { epochTokens } from './epoch-tokens.ts'
import type { ModelSpec } from './model-spec.ts'

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
  const rebase = deadWeight > 0 && before.rent > price
  return {
    rebase,
    reason: cold ? 'epoch-cold' : 'epoch-rent',
    numbers: { deadWeight, rent: before.rent, price, cold },
    rent: before.rent + profile.weights.read * deadWeight,
  }
}

/** Past the longest documented lifetime, or never called: nothing is stored for sure. */
export function isCold(epoch: Epoch, profile: CacheProfile, at: number): boolean {
  const lifetime = Math.max(profile.lifetimeSeconds, profile.longLifetimeSeconds ?? 0)
  return epoch.sentEnd === 0 || at - epoch.lastAt > lifetime * 1000
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
  const { read, write, uncached } = profile.weights
  const fresh = profile.matchClass === 'breakpoint' ? write : uncached
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
  const ends = [before.sentEnd, before.baseEnd, before.stemEnd].map((end) => epochTokens(before, end))
  return usable(Math.max(0, ...ends.filter((end) => end <= cut)), profile)
}

function usable(tokens: number, profile: CacheProfile): number {
  const stepped = Math.floor(tokens / profile.stepTokens) * profile.stepTokens
  return stepped < profile.minimumTokens ? 0 : stepped
}
