import { type CacheProfile, priceUsage } from '@varve/engine'
import type { Prediction, Usage } from '@varve/engine/internal'

/** One call: what was expected by the tokenizer alone and the rules of the cache, and what was reported. */
export interface LearnedCall {
  readonly expected: Counts
  readonly reported: Counts
}

type Counts = Pick<Usage, 'input' | 'cached' | 'written'>

/** What the reports of one model taught, newest call last. Plain data: it is stored as it is. */
export type LearnedUsage = readonly LearnedCall[]

const CALLS_KEPT = 8
/** A correction by less than this is not worth another number. */
const TOLERATED = 0.02
/** Shares that differ by less are one behaviour. */
const ALIKE = 0.1
/** So many calls in a row without a hit are no accident. */
const CALLS_WITHOUT_HITS = 3
/** What an estimate may be off by before its provider has counted anything, and at most. */
const FIRST_DOUBT = 0.1
const MOST_DOUBT = 0.5

/** Adds a call. `factor` is what the tokenizer's counts are multiplied by in the expectation. */
export function learnUsage(
  learned: LearnedUsage,
  call: { readonly expected: Counts; readonly reported: Counts; readonly factor: number },
): LearnedUsage {
  const { reported, factor } = call
  const expected = scaleCounts(call.expected, 1 / factor)
  if (!(expected.input > 0 && reported.input > 0)) return learned
  const { input, cached, written } = reported
  return [...learned, { expected, reported: { input, cached, written } }].slice(-CALLS_KEPT)
}

export interface PredictionToCorrect {
  readonly expected: Prediction
  readonly factor: number
  readonly profile: CacheProfile
}

/** An expectation by the rules, corrected by what the provider did before. */
export function correctPrediction(
  learned: LearnedUsage,
  { expected, factor, profile }: PredictionToCorrect,
): Prediction {
  const next = scaleCounts(expected, 1 / factor)
  const alike = learned.filter((call) => isPromised(call.expected) === isPromised(next))
  const before = alike.length > 0 ? alike : learned
  const last = before.at(-1)
  if (!last) return expected
  const input = Math.round(next.input * countedOf(last))
  const cached = alike.length > 0 ? Math.round(bestGuess(alike)(alike, next)) : expected.cached
  const found = Math.min(input, Math.max(0, cached))
  // A provider that writes less than it should, or more, continues like that.
  const share = writtenShare(next) + writtenShare(last.reported) - writtenShare(last.expected)
  const written = Math.round((input - found) * Math.min(1, Math.max(0, share)))
  const usage = { input, cached: found, written, uncached: input - found - written }
  const costUSD = priceUsage(usage, profile)
  const isSame =
    Math.abs(input - expected.input) <= TOLERATED * expected.input &&
    Math.abs(costUSD - expected.costUSD) <= TOLERATED * expected.costUSD
  if (isSame) return expected
  const full = { input, cached: 0, written: 0, uncached: input }
  return { ...usage, costUSD, fullCostUSD: priceUsage(full, profile) }
}

/** Hits were expected of each of the latest calls, and none came. */
export function reportsNoHits(learned: LearnedUsage): boolean {
  const promised = learned.filter(({ expected }) => isPromised(expected)).slice(-CALLS_WITHOUT_HITS)
  return promised.length === CALLS_WITHOUT_HITS && promised.every(({ reported }) => reported.cached === 0)
}

/** The share of what should have come from the cache that did; undefined where nothing was expected to. */
export function hitShareOf(learned: LearnedUsage): number | undefined {
  const promised = learned.filter(({ expected }) => expected.cached > 0)
  const expected = promised.reduce((sum, call) => sum + call.expected.cached, 0)
  const found = promised.reduce((sum, call) => sum + Math.min(call.expected.cached, call.reported.cached), 0)
  return expected === 0 ? undefined : found / expected
}

/** What the tokenizer's counts are multiplied by to be those of the provider; 1 before it counted anything. */
export function factorOf(learned: LearnedUsage): number {
  const last = learned.at(-1)
  return last ? countedOf(last) : 1
}

/** By how much of itself a count of the next prompt may fall short: less with each report that agrees. [B-1] */
export function doubtOf(learned: LearnedUsage, { isExact }: { readonly isExact: boolean }): number {
  const last = factorOf(learned)
  if (isExact) return last > 1 + TOLERATED ? 1 - 1 / last : 0
  const spread = learned.map((call) => countedOf(call) / last - 1)
  return Math.min(MOST_DOUBT, Math.max(FIRST_DOUBT / (1 + learned.length), ...spread))
}

/** Read back from storage; what an earlier version kept was the last factor alone. */
export function parseLearnedUsage(value: unknown): LearnedUsage {
  if (typeof value === 'number' && value > 0 && Number.isFinite(value))
    return learnUsage([], {
      expected: NOTHING_CACHED,
      reported: scaleCounts(NOTHING_CACHED, value),
      factor: 1,
    })
  return Array.isArray(value) ? value.filter(isCall).slice(-CALLS_KEPT) : []
}

const NOTHING_CACHED: Counts = { input: 1_000_000, cached: 0, written: 0 }

function isCall(value: unknown): value is LearnedCall {
  const { expected, reported } = (value ?? {}) as Partial<Record<keyof LearnedCall, unknown>>
  return isCounts(expected) && isCounts(reported)
}

function isCounts(value: unknown): value is Counts {
  const { input, cached, written } = (value ?? {}) as Partial<Record<keyof Counts, unknown>>
  return (
    Number.isFinite(input) && (input as number) > 0 && Number.isFinite(cached) && Number.isFinite(written)
  )
}

/** Tokens that the next call finds in the cache, by the calls before it, of which there is at least one. */
type Guess = (before: LearnedUsage, next: Counts) => number

/** A cache gives a share of what it should, or all but some tokens, or always the same tokens at the front. */
const GUESSES: readonly Guess[] = [
  (before, next) => nextOf(before.map(shareOf)) * promisedOf(before, next),
  (before, next) => promisedOf(before, next) - missedOf(before.at(-1) as LearnedCall),
  (before) => (before.at(-1) as LearnedCall).reported.cached,
]

/** The guess that would have been best for the latest calls, each counting twice as much as the one before. */
function bestGuess(calls: LearnedUsage): Guess {
  const errors = GUESSES.map((guess) => {
    let sum = 0
    for (let at = Math.max(1, calls.length - CALLS_WITHOUT_HITS); at < calls.length; at += 1) {
      const call = calls[at] as LearnedCall
      sum = sum / 2 + Math.abs(guess(calls.slice(0, at), call.expected) - call.reported.cached)
    }
    return sum
  })
  return GUESSES[errors.indexOf(Math.min(...errors))] as Guess
}

/** What the cache should give, in tokens of the provider: all of a prompt where the rules expect nothing. */
function promisedOf(before: LearnedUsage, next: Counts): number {
  const last = before.at(-1) as LearnedCall
  return (isPromised(next) ? next.cached : next.input) * countedOf(last)
}

function shareOf({ expected, reported }: LearnedCall): number {
  const promised = isPromised(expected) ? expected.cached : expected.input
  return (reported.cached * expected.input) / (promised * reported.input)
}

function missedOf(call: LearnedCall): number {
  return promisedOf([call], call.expected) - call.reported.cached
}

/**
 * Predicts the next share: what followed the last time the recent pattern occurred, longest pattern first, so
 * that a cache that hits every other time is predicted too. Otherwise the latest share.
 */
function nextOf(shares: readonly number[]): number {
  const last = shares.length - 1
  for (const depth of [3, 2, 1])
    for (let end = last - 1; end >= depth - 1; end -= 1) {
      const isAlike = Array.from({ length: depth }, (_, back) => back).every(
        (back) => Math.abs((shares[end - back] ?? 0) - (shares[last - back] ?? 0)) <= ALIKE,
      )
      if (isAlike) return shares[end + 1] ?? 0
    }
  return shares[last] ?? 0
}

function isPromised({ cached }: Counts): boolean {
  return cached > 0
}

function countedOf({ expected, reported }: LearnedCall): number {
  return reported.input / expected.input
}

/** Of what was not read from the cache. */
function writtenShare({ input, cached, written }: Counts): number {
  return input > cached ? written / (input - cached) : 0
}

function scaleCounts({ input, cached, written }: Counts, by: number): Counts {
  return { input: input * by, cached: cached * by, written: written * by }
}
