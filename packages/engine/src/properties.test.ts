import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from './cache/default-profiles.ts'
import { checkEnvelope } from './envelope/check-envelope.ts'
import { createMemo } from './memo.ts'
import { checkPlan } from './plan/explaining/check-plan.ts'
import type { Layout } from './plan/epoch/epoch.ts'
import { messagesOf } from './plan/messages-of.ts'
import { readRequest } from './plan/explaining/read-request.ts'
import { parseState } from './state/parse-state.ts'
import { serializeState } from './state/serialize-state.ts'
import type { State } from './state/state.ts'
import { randomConversation } from './testing/random-conversation.ts'
import { type RecordedCall, runConversation } from './testing/run-conversation.ts'

const LAYOUTS: readonly Layout[] = ['auto', 'ledger', 'library']
const PROFILES = Object.values(DEFAULT_PROFILES)
const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 500 : 20

const setting = fc.record({ layout: fc.constantFrom(...LAYOUTS), profile: fc.constantFrom(...PROFILES) })
const unlimited = { turns: randomConversation(), setting }

function check<T>(property: fc.IProperty<T>, share = 1): void {
  fc.assert(property, { numRuns: Math.ceil(RUNS * share) })
}

/** Storing a state after every step costs many times what the step does. */
const STORED_SHARE = 0.25

describe('random conversations with an unlimited budget', () => {
  test('[P-2] within an epoch every request is a byte prefix of the next', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        for (const call of runConversation(turns, options).calls) expectPrefix(call)
      }),
    )
  })

  test('[E-3] no plan and no envelope breaks a rule', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        const run = runConversation(turns, options)
        for (const { plan, envelope } of run.calls) expect(checkPlan(plan, envelope)).toEqual([])
        for (const { envelope, previous } of run.envelopes)
          expect(checkEnvelope(envelope, previous)).toEqual([])
      }),
    )
  })

  test('[B-2] with an unlimited budget nothing is left out or shortened; only pictures may be', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        for (const { plan } of runConversation(turns, options).calls)
          for (const [, { reason }] of plan.omissions)
            expect(['no-vision', 'image-not-recent']).toContain(reason)
      }),
    )
  })

  test('[L3-1] the current text of everything attached can be rebuilt from the request alone', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        for (const { plan, input } of runConversation(turns, options).calls) {
          const reading = readRequest(messagesOf(plan))
          const newest = new Map(
            input.attach?.map(({ artifact, freshness }) => [artifact.key, { artifact, freshness }]),
          )
          for (const [key, { artifact, freshness }] of newest) {
            if (freshness === 'snapshot') expect(reading.current.has(key)).toBe(true)
            else expect(reading.current.get(key)).toBe(artifact.content)
          }
        }
      }),
    )
  })

  test('[P-6] a re-base takes away nothing readable', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        for (const { plan, previous, envelope } of runConversation(turns, options).calls) {
          if (!previous || previous.epoch.id === plan.epoch.id) continue
          const now = readRequest(messagesOf(plan))
          const gone = new Set(envelope.forgotten)
          const kept = new Set([...envelope.layers.L2.segments].map(({ artifact }) => artifact.key))
          for (const key of readRequest(messagesOf(previous)).current.keys())
            if (!gone.has(key) && kept.has(key)) expect(now.current.has(key)).toBe(true)
        }
      }),
    )
  })

  test('[P-4] `ledger` has one epoch until something forces another', () => {
    check(
      fc.property(unlimited.turns, fc.constantFrom(...PROFILES), (turns, profile) => {
        const calm = turns.map((turn) => ({
          ...turn,
          forget: [],
          attach: turn.attach.map((item) => ({ ...item, freshness: 'update' as const })),
        }))
        for (const { plan } of runConversation(calm, { layout: 'ledger', profile }).calls)
          expect(plan.epoch.id).toBe(1)
      }),
    )
  })

  test('[P-4] `auto` while warm and without dead weight has one epoch', () => {
    check(
      fc.property(unlimited.turns, fc.constantFrom(...PROFILES), (turns, profile) => {
        const warm = turns.map((turn) => ({
          ...turn,
          forget: [],
          observe: [],
          toolSteps: [],
          gathered: 0,
          gapSeconds: 5,
          attach: turn.attach.map((item) => ({ ...item, edit: false })),
        }))
        for (const { plan } of runConversation(warm, { layout: 'auto', profile }).calls)
          expect(plan.epoch.id).toBe(1)
      }),
    )
  })

  test('[E-4] a fold from stored state equals the live one', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        const live = runConversation(turns, options)
        const stored = runConversation(turns, { ...options, reload })
        expect(stored.calls.map(requestBytes)).toEqual(live.calls.map(requestBytes))
        expect(stored.calls.map(({ plan }) => plan.predicted)).toEqual(
          live.calls.map(({ plan }) => plan.predicted),
        )
      }),
      STORED_SHARE,
    )
  })

  test('[L-1] the order in which sections and tools are given changes no byte', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        const plain = runConversation(turns, options)
        const reversed = runConversation(turns, { ...options, reversed: true })
        expect(reversed.calls.map(requestBytes)).toEqual(plain.calls.map(requestBytes))
        expect(reversed.envelopes.map(({ envelope }) => envelope.contentHash)).toEqual(
          plain.envelopes.map(({ envelope }) => envelope.contentHash),
        )
      }),
    )
  })

  test('[C-1] a memo changes no byte', () => {
    check(
      fc.property(unlimited.turns, unlimited.setting, (turns, options) => {
        const plain = runConversation(turns, options)
        const remembered = runConversation(turns, { ...options, memo: createMemo() })
        expect(remembered.calls.map(requestBytes)).toEqual(plain.calls.map(requestBytes))
      }),
    )
  })
})

describe('random conversations with a budget', () => {
  const limited = fc.record({
    layout: fc.constantFrom(...LAYOUTS),
    profile: fc.constantFrom(...PROFILES),
    window: fc.integer({ min: 1500, max: 12_000 }),
    history: fc.constantFrom('fold', 'recall'),
    toolOutput: fc.constantFrom('fold', 'keep'),
  })

  test('[B-1] [B-2] the budget is never exceeded, and everything is readable or listed', () => {
    check(
      fc.property(randomConversation(), limited, (turns, options) => {
        for (const { plan, envelope } of runConversation(turns, options).calls) {
          expect(plan.tokens).toBeLessThanOrEqual(plan.budget)
          expect(checkPlan(plan, envelope)).toEqual([])
        }
      }),
    )
  })

  test('[B-2] essential and non-recoverable texts stand verbatim', () => {
    check(
      fc.property(randomConversation(), limited, (turns, options) => {
        for (const { plan, envelope } of runConversation(turns, options).calls) {
          const { current } = readRequest(messagesOf(plan))
          for (const { artifact, observed } of envelope.layers.L2.segments)
            if ((artifact.priority === 'essential' || !artifact.recoverable) && observed === undefined)
              expect(current.get(artifact.key)).toBe(artifact.content)
        }
      }),
    )
  })

  test('[P-2] within an epoch every request is a byte prefix of the next', () => {
    check(
      fc.property(randomConversation(), limited, (turns, options) => {
        for (const call of runConversation(turns, options).calls) expectPrefix(call)
      }),
    )
  })

  test('[E-4] a fold from stored state equals the live one', () => {
    check(
      fc.property(randomConversation(), limited, (turns, options) => {
        const live = runConversation(turns, { ...options, memo: createMemo() })
        const stored = runConversation(turns, { ...options, reload })
        expect(stored.calls.map(requestBytes)).toEqual(live.calls.map(requestBytes))
      }),
      STORED_SHARE,
    )
  })
})

function requestBytes({ plan }: RecordedCall): string {
  return JSON.stringify([plan.tools, messagesOf(plan), plan.marks])
}

function reload(state: State): State {
  const { root, objects } = serializeState(state)
  const parsed = parseState(JSON.parse(JSON.stringify(root)), (hash) => objects.get(hash))
  if (parsed.kind !== 'state') throw new Error(parsed.reason)
  return parsed.state
}

function expectPrefix({ plan, previous }: RecordedCall): void {
  if (!previous || previous.epoch.id !== plan.epoch.id || previous.branch !== plan.branch) return
  const before = messagesOf(previous).map((message) => JSON.stringify(message))
  const after = messagesOf(plan).map((message) => JSON.stringify(message))
  expect(after.slice(0, before.length)).toEqual(before)
}
