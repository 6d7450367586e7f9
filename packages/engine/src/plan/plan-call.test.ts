import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { hashText } from '../artifact/hash.ts'
import { longNote } from '../testing/edge-cases/long-note.ts'
import type { ModelStep } from '../state/state.ts'
import { testTokenizer } from '../testing/run-conversation.ts'
import { note, sendAll, sendMessages, testModel } from '../testing/walkthroughs/send-message.ts'
import { stableJson } from './stable-json.ts'

const tool = { name: 'read', description: 'Reads a note', parameters: { type: 'object' } }
const looked: ModelStep = {
  text: '',
  exchanges: [{ callId: '1', tool: 'read', arguments: '{}', result: 'what it says', recoverable: true }],
}
const marked = testModel({ profile: { ...DEFAULT_PROFILES.anthropic, minimumTokens: 0 } })

describe('planCall', () => {
  test('[P-1] a plan says what stands where', () => {
    const model = testModel({ window: 9000, reservedOutput: 1000, margin: 500 })
    const attach = [longNote('a')]
    const sent = sendMessages([
      { text: 'One', attach, tools: [tool], model, branch: 'side' },
      { text: 'Two', attach, tools: [tool], model, rebase: 'settings' },
    ])
    const { plan } = sent[1]!
    const pieces = plan.blocks.slice().map(({ origin }) => origin.piece)
    expect(pieces).toEqual(['section', 'library-heading', 'artifact', 'user', 'answer', 'reference', 'user'])
    expect(plan).toMatchObject({
      model: 'model-a',
      branch: 'side',
      turn: 2,
      call: 1,
      layout: 'auto',
      epoch: { id: 2, reason: 'settings', startedTurn: 2 },
      tools: [tool],
      leadTokens: testTokenizer.count(stableJson([tool])),
      stemEnd: 3,
      baseEnd: 5,
      turnStart: 5,
      marks: [],
      budget: 7500,
      baseHash: plan.blocks.get(4)?.chain,
      prefixHash: plan.blocks.get(6)?.chain,
    })
    expect(plan.tokens).toBe(plan.leadTokens + (plan.blocks.last()?.end ?? 0))
    expect(plan.predicted.input).toBe(plan.tokens)
    expect([...plan.entries].map(([key]) => key)).toEqual(['a.md'])
  })

  test('[B-1] tokens by layer add up to all tokens, tool definitions with the system', () => {
    const { plans } = sendAll([
      { text: 'One', attach: [longNote('a')], tools: [tool] },
      { text: 'Two', attach: [longNote('b')], tools: [tool], steps: [looked], guidance: 'Now.' },
    ])
    for (const plan of plans) {
      const { L1, L2, L3, L4, L5 } = plan.layerTokens
      expect(L1 + L2 + L3 + L4 + L5).toBe(plan.tokens)
      expect(L1).toBe(plan.leadTokens + plan.blocks.get(0)!.tokens)
      expect(L2).toBe(tokensOf(plan, (origin) => origin.key === 'a.md'))
      expect(L5).toBe(tokensOf(plan, (origin) => origin.piece === 'user' && origin.turn === 2))
    }
    expect(plans[1]!.layerTokens.L3).toBeGreaterThan(plans[0]!.layerTokens.L3)
  })

  test('[B-1] the updates of earlier turns count with the library', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line} of the note`)
    const { plan } = sendAll([
      { text: 'One', attach: [note('a.md', lines.join('\n'))] },
      { text: 'Two', attach: [note('a.md', lines.with(3, 'edited').join('\n'))] },
      { text: 'Three' },
    ])
    expect(tokensOf(plan, (origin) => origin.piece === 'update')).toBeGreaterThan(0)
    expect(plan.layerTokens.L2).toBe(tokensOf(plan, (origin) => origin.key === 'a.md'))
  })

  test('counts the calls of a turn, and remembers what it sent and when', () => {
    const { plans, state } = sendAll([{ text: 'One', steps: [looked, looked], at: 1234, answer: null }])
    expect(plans.map(({ call }) => call)).toEqual([1, 2, 3])
    expect(state.epochs['model-a']).toMatchObject({ sentEnd: plans[2]!.blocks.length, lastAt: 1234 })
  })

  test('[P-4] marks stand at the ends that later calls read from', () => {
    const attach = [longNote('a')]
    const edited = note('a.md', longNote('a').content.replace('sentence 9', 'line 9'))
    const sent = sendMessages([
      { text: 'One', attach, model: marked },
      { text: 'Two', attach, model: marked },
      { text: 'Three', attach: [edited], model: marked },
      { text: 'Four', model: marked, rebase: 'settings' },
    ])
    // Inside an epoch: the section, and the end of the request.
    expect(sent.slice(0, 2).map(({ plan }) => plan.marks)).toEqual([
      [0, 2],
      [0, planOf(sent[1]!).blocks.length - 1],
    ])
    const { marks, blocks, stemEnd, baseEnd } = planOf(sent[3]!)
    expect(marks).toContain(blocks.length - 1)
    expect(marks).toContain(baseEnd - 1)
    expect(marks).toContain(stemEnd - 1)
    expect(marks).toHaveLength(4)
  })

  test('[P-4] a re-base marks what it shares with the epoch before', () => {
    const attach = ['a', 'b', 'c'].map((name) => note(`${name}.md`, `text ${name}`))
    const sent = sendMessages([
      { text: 'One', attach, model: marked },
      { text: 'Two', rebase: 'settings', model: marked },
      { text: 'Three', forget: ['b.md'], model: marked },
    ])
    // Section, heading and the first entry are the same; the third moves to the second's position.
    expect(planOf(sent[2]!).marks).toContain(2)
    expect(planOf(sent[1]!).marks).not.toContain(2)
    expect(planOf(sent[2]!).divergence).toMatchObject({ reason: 'forgotten', layer: 'L2', key: 'c.md' })
    const lost = planOf(sent[1]!).tokens - planOf(sent[1]!).blocks.get(2)!.end
    expect(planOf(sent[2]!).divergence.tokens).toBe(lost)
  })

  test('[C-0] what was sent is read again while the cache lasts', () => {
    const model = testModel()
    const sent = sendMessages([
      { text: 'One', attach: [longNote('a')], tools: [tool], model },
      { text: 'Two', tools: [tool], model },
      { text: 'Three', tools: [{ ...tool, description: 'Reads more' }], model },
    ])
    const [one, two, three] = sent.map(planOf)
    expect(one?.predicted.cached).toBe(0)
    expect(two?.predicted.cached).toBe(one?.tokens)
    expect(three?.predicted.cached).toBe(0)
    expect(sent[2]?.state.epochs['model-a']?.toolsHash).toBe(
      hashText(stableJson([{ ...tool, description: 'Reads more' }])),
    )
  })
})

type Sent = ReturnType<typeof sendMessages>[number]
type Plan = Sent['plan']

function planOf(sent: Sent): Plan {
  return sent.plan
}

function tokensOf(
  { blocks }: Plan,
  isCounted: (origin: ReturnType<Plan['blocks']['slice']>[number]['origin']) => boolean,
) {
  return blocks.slice().reduce((sum, { origin, tokens }) => sum + (isCounted(origin) ? tokens : 0), 0)
}
