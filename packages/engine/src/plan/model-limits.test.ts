import { describe, expect, test } from 'vitest'
import {
  newConversation,
  note,
  requestText,
  sendAll,
  testModel,
} from '../testing/walkthroughs/send-message.ts'
import type { ModelSpec } from './model-spec.ts'

const LONG = 'a word of a long answer '.repeat(160)
const talk = Array.from({ length: 8 }, (_, turn) => ({
  text: turn === 0 ? 'The harbour gate has the code amber.' : `Question ${turn}`,
  answer: `${LONG}end ${turn};`,
}))
const old = note('old.md', `# Old\n\n${'A line of the old note.\n'.repeat(400)}`)

/** The next request in a window that the talk does not fit, with these limits. */
function requestWith(limits: NonNullable<ModelSpec['limits']>, window = 6000): string {
  const before = sendAll(talk, newConversation())
  const model = testModel({ window, limits })
  return requestText(sendAll([{ text: 'What is the code of the harbour gate?', model }], before.state).plan)
}

describe('[B-4] limits that a model is given', () => {
  test.each([1, 2, 4])('a strip leaves %d turns as they are', (turnsKept) => {
    const text = requestWith({ turnsKept })
    const whole = talk.map((_, turn) => text.includes(`end ${turn};`))
    expect(whole.filter(Boolean)).toHaveLength(turnsKept)
    expect(whole.slice(-turnsKept)).not.toContain(false)
  })

  test('a message brings back as much as it may', () => {
    expect(requestWith({})).toContain('<recalled_turns>')
    expect(requestWith({ recallTokens: 0 })).not.toContain('<recalled_turns>')
  })

  test('a preview is as long as its kind of source may be', () => {
    const preview = (limits: NonNullable<ModelSpec['limits']>): number => {
      const first = sendAll([{ text: 'Keep it', attach: [old] }], newConversation())
      const model = testModel({ window: 2000, limits })
      const text = requestText(sendAll([{ text: 'Go on', model }], first.state).plan)
      return (/<prior_context[^>]*>\n([\s\S]*?)\n<\/prior_context>/.exec(text)?.[1] ?? '').length
    }
    const [usual, longer] = [preview({}), preview({ previews: { documents: 3200 } })]
    expect(usual).toBeGreaterThan(1200)
    expect(usual).toBeLessThanOrEqual(1600)
    expect(longer).toBeGreaterThan(2800)
    expect(longer).toBeLessThanOrEqual(3200)
    expect(preview({ previews: { pages: 3200 } })).toBe(usual)
  })

  test('[P-6] so many of the latest calls stay whole', () => {
    const model = testModel({ toolOutput: 'keep', limits: { callsKept: 2 } })
    const steps = (turn: number) => [
      {
        text: '',
        exchanges: [
          { callId: `${turn}`, tool: 'read', arguments: '{}', result: `read in ${turn};`, recoverable: true },
        ],
      },
    ]
    const turns = [1, 2, 3, 4].map((turn) => ({ text: `Read ${turn}`, steps: steps(turn), model }))
    const { plan } = sendAll([...turns, { text: 'Fold', rebase: 'settings', model }], newConversation())
    const text = requestText(plan)
    expect([1, 2, 3, 4].map((turn) => text.includes(`read in ${turn};`))).toEqual([false, false, true, true])
  })
})
