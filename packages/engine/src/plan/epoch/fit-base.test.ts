import { describe, expect, test } from 'vitest'
import type { Artifact } from '../../artifact/artifact.ts'
import { hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import { longNote } from '../../testing/edge-cases/long-note.ts'
import { NO_MEMO } from '../../memo.ts'
import type { LibraryEntry, TurnRecord } from '../../state/state.ts'
import { testTokenizer } from '../../testing/run-conversation.ts'
import { testModel } from '../../testing/walkthroughs/send-message.ts'
import { type FitOptions, fitBase } from './fit-base.ts'
import { reducedText } from '../aging/reduced-text.ts'

const SIZE = 2500
const RECORD: TurnRecord = {
  number: 9,
  turnId: 'turn-9',
  at: 0,
  text: 'Now',
  attached: [],
  images: [],
  gathered: [],
  guidance: '',
  observed: [],
  steps: {},
  hash: hashText(''),
}

describe('[B-2] fitBase', () => {
  const [old, recent] = [entry('old', 1), entry('recent', 5)]

  test('does nothing while the target is kept, counting every part of the request', () => {
    const sizes = { leadTokens: 1, system: 10, turn: 100, user: 1000, history: [10_000, 20_000] }
    const tokens = 31_111 + SIZE
    const fitted = fit([old], tokens, sizes)
    expect([fitted.tokens, fitted.ageTools, forms(fitted)]).toEqual([tokens, false, {}])
    expect(forms(fit([old], tokens - 1, sizes))).toEqual({ 'old.md': 'preview' })
  })

  test('shortens tool results first, and only where that saves something', () => {
    const fitted = fit([old], SIZE, { turn: 50, agingSaves: 50 })
    expect([fitted.ageTools, fitted.tokens, forms(fitted)]).toEqual([true, SIZE, {}])
    expect(fit([old], SIZE, { turn: 50, agingSaves: 0 }).ageTools).toBe(false)
    expect(fit([old], SIZE + 50, { turn: 50, agingSaves: 50 }).ageTools).toBe(false)
  })

  test('previews the least recently used first, no more than needed, and knows what that saves', () => {
    const saved = SIZE - previewTokens(old)
    const one = fit([recent, old], 2 * SIZE - saved)
    expect([forms(one), one.tokens]).toEqual([{ 'old.md': 'preview' }, 2 * SIZE - saved])
    expect(forms(fit([recent, old], 2 * SIZE - saved - 1))).toEqual({
      'old.md': 'preview',
      'recent.md': 'preview',
    })
  })

  test('knows what each further rung saves', () => {
    const fitted = fit([old], 0)
    expect(forms(fitted)).toEqual({ 'old.md': 'line' })
    expect(fitted.tokens).toBe(reducedTokens(old, 'line'))
    const optional = entry('optional', 1, { priority: 'optional' })
    expect(fit([optional], 0).tokens).toBe(0)
  })

  test('breaks ties by the first turn, then by the key', () => {
    const tied = [
      entry('c', 5, { firstTurn: 2 }),
      entry('b', 5, { firstTurn: 2 }),
      entry('a', 5, { firstTurn: 3 }),
    ]
    const first = (target: number) => Object.keys(forms(fit(tied, target)))
    expect(first(3 * SIZE - 1)).toEqual(['b.md'])
    expect(first(2 * SIZE)).toEqual(['b.md', 'c.md'])
    expect(Object.keys(forms(fit(tied.toReversed(), 0)))).toEqual(['b.md', 'c.md', 'a.md'])
  })

  test('takes optional ones before normal ones, and leaves essential and attached ones alone', () => {
    const optional = entry('optional', 8, { priority: 'optional' })
    const entries = [entry('essential', 1, { priority: 'essential' }), old, optional, entry('now', 1)]
    const record = { ...RECORD, attached: [attach(entries[3]!.artifact)] }
    expect(forms(fit(entries, 4 * SIZE - 1, { record }))).toEqual({ 'optional.md': 'preview' })
    expect(forms(fit(entries, 0, { record }))).toEqual({ 'optional.md': 'dropped', 'old.md': 'line' })
  })

  test('keeps what is short already in full', () => {
    const tiny = { ...entry('tiny', 1), tokens: 3 }
    expect(forms(fit([tiny], 0, { user: 100 }))).toEqual({})
  })

  test('never reduces what nobody can give again, unless the user agrees, and then only to the limit', () => {
    const paste = entry('paste', 1, { recoverable: false })
    const essential = entry('essential', 1, { recoverable: false, priority: 'essential' })
    expect(forms(fit([paste, essential], 0))).toEqual({})
    const allowed = { allowExtracts: true, limit: 2 * SIZE }
    expect(forms(fit([paste, essential], 0, allowed))).toEqual({})
    expect(forms(fit([paste, essential], 0, { ...allowed, limit: 2 * SIZE - 1 }))).toEqual({
      'paste.md': 'extract',
    })
  })

  test('[B-3] shows what went unused for long in short, whatever the budget', () => {
    const carried = new Set(['old.md'])
    expect(forms(fit([old, recent], Number.MAX_SAFE_INTEGER, { carried }))).toEqual({ 'old.md': 'preview' })
    const record = { ...RECORD, attached: [attach(old.artifact)] }
    expect(forms(fit([old, recent], Number.MAX_SAFE_INTEGER, { carried, record }))).toEqual({})
  })
})

describe('[L4-2] fitBase strips the history', () => {
  const summary = LIMITS.history.maximumSummaryTokens
  const all = [400, 400, 400, 400]

  test('after previews, and before anything is dropped', () => {
    const optional = entry('optional', 1, { priority: 'optional' })
    const preview = previewTokens(optional)
    const fitted = fit([optional], 1600 + preview - 1, { history: all })
    expect([fitted.stripBefore, forms(fitted)]).toEqual([3, { 'optional.md': 'preview' }])
    expect(fitted.tokens).toBe(800 + summary + preview)
    expect(fit([optional], 1600 + preview, { history: all }).stripBefore).toBe(0)
  })

  test('all but the last two turns, only where that saves more than the summary costs', () => {
    expect(fit([], 0, { history: [summary + 1, 1, 1] }).stripBefore).toBe(2)
    expect(fit([], 0, { history: [summary + 1, 1, 1] }).tokens).toBe(summary + 2)
    expect(fit([], 0, { history: [summary, 1, 1] })).toMatchObject({ stripBefore: 0, tokens: summary + 2 })
    expect(fit([], 0, { history: [5000, 5000] }).stripBefore).toBe(0)
    expect(fit([], 0, { history: [5000] }).stripBefore).toBe(0)
    expect(fit([], 0, { history: [], user: 10 }).stripBefore).toBe(0)
  })

  test('tool results that are shortened and then stripped are saved once', () => {
    const fitted = fit([], 0, { history: [1000, 1, 1], agingSaves: 600 })
    expect(fitted).toMatchObject({ ageTools: true, stripBefore: 2, tokens: summary + 2 })
    expect(fit([], 0, { history: [1000, 1, 1], agingSaves: 700 })).toMatchObject({
      stripBefore: 0,
      tokens: 302,
    })
  })
})

/** The turn whose tool results may be shortened. */
const AGED_TURN = 1

interface Sizes extends Partial<Omit<FitOptions, 'measure'>> {
  readonly system?: number
  readonly turn?: number
  readonly user?: number
  readonly agingSaves?: number
  readonly history?: readonly number[]
}

interface Sized extends LibraryEntry {
  readonly tokens: number
}

function fit(entries: readonly Sized[], target: number, sizes: Sizes = {}) {
  const { system = 0, turn = 0, user = 0, agingSaves = 0, history = [], ...rest } = sizes
  const { forms: fitted, tokens } = fitBase({
    memo: NO_MEMO,
    provided: PersistentMap.empty(),
    record: RECORD,
    model: testModel(),
    leadTokens: 0,
    target,
    limit: target,
    carried: new Set(),
    allowExtracts: false,
    ...rest,
    measure: {
      system,
      turn,
      user,
      agingSaves: new Map([[AGED_TURN, agingSaves]]),
      entries: entries.map(({ tokens: size, ...item }) => ({ entry: item, tokens: size })),
      history: history.map((size, index) => ({ turn: index + 1, tokens: size })),
    },
  })
  return { ...fitted, tokens }
}

function forms({
  entries,
}: {
  readonly entries: ReadonlyMap<string, string>
}): Readonly<Record<string, string>> {
  return Object.fromEntries(entries)
}

function entry(name: string, lastTurn: number, changes: Partial<Artifact & LibraryEntry> = {}): Sized {
  const { firstTurn = 1, ...artifact } = changes
  return {
    artifact: { ...longNote(name), ...artifact },
    firstTurn,
    versionTurn: 1,
    lastTurn,
    edited: false,
    hash: hashText(name),
    tokens: SIZE,
  }
}

function attach(artifact: Artifact): TurnRecord['attached'][number] {
  return { artifact, freshness: 'update', pinned: false, ownPriority: 'normal' }
}

function previewTokens(item: LibraryEntry): number {
  return reducedTokens(item, 'preview')
}

function reducedTokens({ artifact }: LibraryEntry, form: 'preview' | 'line'): number {
  const options = { memo: NO_MEMO, provided: PersistentMap.empty<string>() }
  return testTokenizer.count(`\n\n${reducedText(options, artifact, form)}`)
}
