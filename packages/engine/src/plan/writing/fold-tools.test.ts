import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../../cache/default-profiles.ts'
import { longNote, sentences } from '../../testing/edge-cases/long-note.ts'
import {
  type Message,
  requestText,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import { messagesOf } from '../messages-of.ts'
import type { ModelSpec } from '../model-spec.ts'
import type { Plan } from '../plan.ts'
import { toolResult } from './write-history-turn.ts'

const RESULT = sentences('found', 40)

describe('[P-6] the tool results of a finished turn', () => {
  test('are a line each in the very next request; what stands before them stays byte for byte', () => {
    const [, calling, next] = play([{ text: 'Read', attach: [longNote('a')] }, called(), { text: 'And?' }])
    const before = messagesOf(calling!.plans[1]!).map((message) => JSON.stringify(message))
    const after = messagesOf(next!.plan).map((message) => JSON.stringify(message))
    const [calls, results] = [before.length - 2, before.length - 1]
    expect(after.slice(0, calls)).toEqual(before.slice(0, calls))
    expect(before[results]).toContain('found sentence 1')
    expect(requestText(next!.plan)).not.toContain('found sentence 1')
    expect(requestText(next!.plan)).toContain('[used search: {"query":"x"}]\n\nAnswer to: Look')
    expect(next!.plan.divergence).toMatchObject({ reason: 'tool-output', layer: 'L4' })
    // All that was sent before the results is read from the cache; nothing is billed again.
    expect(next!.plan.predicted.cached).toBe(calling!.plan.tokens)
  })

  test('nothing moves within a turn', () => {
    const [{ plans } = { plans: [] }] = play([{ ...called(), steps: [step, step] }])
    for (const [index, plan] of plans.slice(1).entries()) {
      const [before, after] = [bytes(plans[index]!), bytes(plan)]
      expect(after.slice(0, before.length)).toEqual(before)
    }
  })

  test('gathered ones leave the message that they stand in, and the rest of it stays', () => {
    const gathered = [{ tool: 'search', arguments: '{"query":"x"}', text: RESULT, recoverable: true }]
    const sent = play([{ text: 'Read' }, { text: 'Look', gathered, guidance: 'Be kind.' }, { text: 'And?' }])
    const text = requestText(sent[2]!.plan)
    expect(text).not.toContain('found sentence 1')
    expect(text).toContain('<turn_guidance>\nBe kind.\n</turn_guidance>')
    expect(text).toContain('[used search: {"query":"x"}]')
    expect(messagesOf(sent[2]!.plan).map(({ role }) => role)).toEqual(
      messagesOf(sent[1]!.plan)
        .map(({ role }) => role)
        .concat('assistant', 'user'),
    )
  })

  test('stay while what follows them is dearer to bill again than they are to read', () => {
    const gathered = [
      { tool: 'search', arguments: '{}', text: 'A short result of a search.', recoverable: true },
    ]
    const attach = [longNote('a'), longNote('b')]
    const profile = { ...DEFAULT_PROFILES.openai, minimumTokens: 0 }
    const sent = play([{ text: 'Look', gathered, attach }, { text: 'And?' }], { profile })
    expect(sent[1]!.plan.divergence.reason).toBe('none')
    expect(requestText(sent[1]!.plan)).toContain('A short result')
  })

  test('stay while the request without them would be too small to be cached', () => {
    const sizes = [1, 100_000].map((minimumTokens) => {
      const profile = { ...DEFAULT_PROFILES.gemini, minimumTokens }
      const [, next] = play([called(), { text: 'And?' }], { profile })
      return requestText(next!.plan).includes('found sentence 1')
    })
    expect(sizes).toEqual([false, true])
  })

  test('stay with `toolOutput: keep`, and under the other layouts until the next base', () => {
    for (const changes of [{ toolOutput: 'keep' }, { layout: 'ledger' }] as const) {
      const sent = play([{ text: 'Read' }, called(), { text: 'And?' }], changes)
      expect(requestText(sent[2]!.plan)).toContain('found sentence 1')
      expect(sent[2]!.plan.epoch.id).toBe(1)
    }
    const rebased: Message = { text: 'Anew', rebase: 'settings' }
    const [, , base] = play([{ text: 'Read' }, called(), rebased], { layout: 'ledger' })
    expect(requestText(base!.plan)).not.toContain('found sentence 1')
  })

  test('stay where nobody could give them again, unless a tool of the request reads them', () => {
    const lost: Message = {
      text: 'Ask',
      steps: [{ ...step, exchanges: [{ ...exchange, recoverable: false }] }],
    }
    const readArtifact = { name: 'readArtifact', description: 'Reads again', parameters: {} }
    const [, without] = play([lost, { text: 'And?' }])
    expect(requestText(without!.plan)).toContain('found sentence 1')
    const tools = [readArtifact]
    const [, reading] = play([
      { ...lost, tools },
      { text: 'And?', tools },
    ])
    expect(requestText(reading!.plan)).not.toContain('found sentence 1')
    expect(requestText(reading!.plan)).toContain('[used search: {"query":"x"}; kept as result:1.1]')
    expect(toolResult(reading!.state, 'result:1.1')).toBe(RESULT)
    for (const key of ['result:1.2', 'result:9.1', 'result:0.0', 'a.md'])
      expect(toolResult(reading!.state, key)).toBeUndefined()
  })

  test('are folded for other models before these ever see them', () => {
    const other = testModel({ id: 'model-b', toolOutput: 'fold' })
    const sent = play([{ text: 'Read', models: [testModel({ toolOutput: 'fold' }), other] }, called()])
    const [, , asked] = sendMessages([
      { text: 'Read', models: [testModel({ toolOutput: 'fold' }), other] },
      { ...called(), model: testModel({ toolOutput: 'fold' }) },
      { text: 'And you?', model: other },
    ])
    expect(sent).toHaveLength(2)
    expect(requestText(asked!.plan)).not.toContain('found sentence 1')
    expect(asked!.plan.epoch.id).toBe(1)
  })

  test('begin behind a mark where the provider needs one', () => {
    const profile = { ...DEFAULT_PROFILES.anthropic, minimumTokens: 0 }
    const sent = play([{ text: 'Read', attach: [longNote('a')] }, called(), { text: 'And?' }], { profile })
    const last = sent[1]!.plans.at(-1)!
    const start = last.blocks.slice().findIndex(({ origin }) => origin.piece === 'tool-call')
    expect(last.marks).toContain(start - 1)
    expect(sent[2]!.plan.predicted.cached).toBe(last.blocks.get(start - 1)!.end)
  })
})

test('[P-4] every call within a turn pays rent on what stands in vain', () => {
  const model = testModel({ profile: { ...DEFAULT_PROFILES.openai, minimumTokens: 0 } })
  const edited = { ...longNote('a'), content: `${longNote('a').content}\nmore`, contentHash: '1'.repeat(64) }
  const sent = sendMessages([
    { text: 'Read', attach: [longNote('a')], model },
    {
      text: 'Look',
      attach: [{ ...edited, content: edited.content }],
      steps: [step, step],
      model,
      answer: null,
    },
  ])
  const { rent, deadTokens } = sent[1]!.state.epochs['model-a']!
  expect(deadTokens).toBeGreaterThan(0)
  expect(rent).toBeCloseTo(3 * model.profile.weights.read * deadTokens)
})

const exchange = {
  callId: 'call-1',
  tool: 'search',
  arguments: '{"query":"x"}',
  result: RESULT,
  recoverable: true,
}
const step = { text: '', exchanges: [exchange] }

function called(): Message {
  return { text: 'Look', steps: [step] }
}

function play(messages: readonly Message[], changes: Partial<ModelSpec> = {}) {
  const model = testModel({ toolOutput: 'fold', ...changes })
  return sendMessages(messages.map((message) => ({ model, ...message })))
}

function bytes(plan: Plan): readonly string[] {
  return messagesOf(plan).map((message) => JSON.stringify(message))
}
