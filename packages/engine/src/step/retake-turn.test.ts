import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { serializeState } from '../state/serialize-state.ts'
import type { State } from '../state/state.ts'
import { randomTurn } from '../testing/random-conversation.ts'
import { runConversation } from '../testing/run-conversation.ts'
import { reopenTurn } from './retake-turn.ts'
import { retakeTurn } from './retake-turn.ts'
import { step } from './step.ts'

const turns = fc.array(randomTurn, { minLength: 1, maxLength: 12 })
const options = { profile: DEFAULT_PROFILES.anthropic, layout: 'auto' } as const

describe('a turn that is answered again', () => {
  test('[E-4] is planned from its record as it was planned first, byte for byte', () => {
    fc.assert(
      fc.property(turns, (conversation) => {
        runConversation(conversation, {
          ...options,
          onTurn: (before, { at, models, rebase }, first) => {
            if (rebase) return
            const again = retakeTurn(before, first.state, { at, models })
            expect(again.plans.map(messagesOf)).toEqual(first.plans.map(messagesOf))
            expect(again.envelope.contentHash).toBe(first.envelope.contentHash)
            expect(printed(again.state)).toBe(printed(first.state))
          },
        })
      }),
      { numRuns: 60 },
    )
  })

  test('leaves what other models were sent, and their tools, as they are', () => {
    fc.assert(
      fc.property(turns, (conversation) => {
        runConversation(conversation, {
          ...options,
          onTurn: (before, { at, models }, first) => {
            const [model] = models
            const others = models.slice(1)
            if (!model) return
            const { state } = retakeTurn(before, first.state, { at: at + 1000, models: [model] })
            for (const { id } of others) expect(state.epochs[id]).toBe(first.state.epochs[id])
            expect(state.open?.hash).toBe(first.state.open?.hash)
          },
        })
      }),
      { numRuns: 30 },
    )
  })

  test('is the same whether it was never closed, or closed and opened again', () => {
    fc.assert(
      fc.property(turns, (conversation) => {
        runConversation(conversation, {
          ...options,
          onTurn: (_before, { turnId, at, models }, { state }) => {
            const chosen = models[0]?.id ?? ''
            const answers = [{ model: chosen, text: 'yes' }]
            const closed = step(state, { kind: 'answer', turnId, at, answers, chosen }).state
            expect(printed(reopenTurn(closed))).toBe(printed(state))
          },
        })
      }),
      { numRuns: 30 },
    )
  })
})

function printed(state: State): string {
  return JSON.stringify(serializeState(state).root)
}
