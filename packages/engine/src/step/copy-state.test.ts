import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { randomTurn } from '../testing/random-conversation.ts'
import { runConversation } from '../testing/run-conversation.ts'
import { copyState } from './rewrite-state.ts'
import { step } from './step.ts'

test('[E-4] a copy goes on with the same requests as the conversation that it was taken from', () => {
  fc.assert(
    fc.property(fc.array(randomTurn, { minLength: 1, maxLength: 10 }), (conversation) => {
      runConversation(conversation, {
        profile: DEFAULT_PROFILES.anthropic,
        layout: 'auto',
        onTurn: (before, input, first) => {
          const names = { conversationId: 'other', turnId: (id: string) => `copy of ${id}` }
          const copied = step(copyState(before, names), input)
          expect(copied.plans.map(messagesOf)).toEqual(first.plans.map(messagesOf))
          expect(copied.plans.map(({ marks }) => marks)).toEqual(first.plans.map(({ marks }) => marks))
          expect(copied.state.conversationId).toBe('other')
        },
      })
    }),
    { numRuns: 40 },
  )
})
