import { describe, expect, test } from 'vitest'
import { messagesOf } from '../plan/messages-of.ts'
import type { Plan } from '../plan/plan.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import type { ModelStep } from '../state/state.ts'
import {
  lastMessageText,
  type Message,
  newConversation,
  note,
  requestText,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const a = testModel({ id: 'a' })
const b = testModel({ id: 'b' })
const plan = note('plan.md', '# Plan\n\nLearn to play.\n')

const looked: ModelStep = {
  text: 'I look it up.',
  reasoning: { text: 'secret of a', opaque: 'signed' },
  exchanges: [
    {
      callId: 'call-1',
      tool: 'read',
      arguments: '{"path":"x.md"}',
      result: 'what x says',
      recoverable: true,
    },
  ],
}

describe('[P-3] models that take turns', () => {
  test('A → B → A finds A’s epoch again, with what B was asked and answered', () => {
    const sent = sendMessages([
      { text: 'One', attach: [plan], model: a },
      { text: 'Two', attach: [note('b.md', 'given to b')], model: b, answer: 'b says two' },
      { text: 'Three', model: a },
    ])
    const [first, second, third] = sent.map((turn) => turn.plan)
    expect(second?.epoch).toMatchObject({ id: 1, reason: 'model-switch' })
    expect(third?.epoch.id).toBe(1)
    expectPrefix(first!, third!)
    expect(requestText(third!)).toContain('b says two')
    expect([...readRequest(messagesOf(third!)).current.keys()]).toEqual(['plan.md', 'b.md'])
  })

  test('what was forgotten meanwhile never reaches the model that comes back', () => {
    const { plan: request } = sendAll([
      { text: 'One', model: a },
      { text: 'Two', attach: [note('b.md', 'given to b')], model: b },
      { text: 'Three', forget: ['b.md'], model: b },
      { text: 'Four', model: a },
    ])
    expect(requestText(request)).not.toContain('given to b')
    expect(requestText(request)).not.toContain('b.md')
  })

  test('foreign tool traffic is neutral text, foreign reasoning is not replayed', () => {
    const asked: Message = {
      text: 'One',
      model: a,
      steps: [looked],
      reasoning: 'secret of a',
      answer: 'done',
    }
    const { plan: request } = sendAll([asked, { text: 'Two', model: b }])
    const kinds = messagesOf(request).flatMap(({ parts }) => parts.map(({ kind }) => kind))
    expect(new Set(kinds)).toEqual(new Set(['text']))
    expect(requestText(request)).toContain('[used read: {"path":"x.md"}]')
    expect(requestText(request)).toContain('<tool_result tool="read" turn="1">\n<content>\nwhat x says')
    expect(requestText(request)).not.toContain('secret of a')
  })

  test('a model’s own tool traffic and reasoning come back as they were', () => {
    const asked: Message = {
      text: 'One',
      model: a,
      steps: [looked],
      reasoning: 'secret of a',
      answer: 'done',
    }
    const { plan: request } = sendAll([asked, { text: 'Two', model: a }])
    const kinds = messagesOf(request).flatMap(({ role, parts }) => parts.map(({ kind }) => `${role} ${kind}`))
    expect(kinds).toEqual([
      'system text',
      'user text',
      'assistant reasoning',
      'assistant text',
      'assistant tool-call',
      'tool tool-result',
      'assistant reasoning',
      'assistant text',
      'user text',
    ])
  })

  test('[L4-4] [P-6] in a new base old traffic is one line, the latest calls stay messages', () => {
    const call = (turn: number): Message => ({
      text: `Look ${turn}`,
      model: a,
      steps: [{ text: '', exchanges: [{ ...looked.exchanges[0]!, callId: `call-${turn}` }] }],
    })
    const { plan: request } = sendAll([
      ...[1, 2, 3, 4, 5, 6, 7].map(call),
      { text: 'Anew', model: a, rebase: 'settings' },
    ])
    const calls = messagesOf(request).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'tool-call' ? [part.callId] : [])),
    )
    expect(calls).toEqual(['call-3', 'call-4', 'call-5', 'call-6', 'call-7'])
    expect(requestText(request)).toContain('[used read: {"path":"x.md"}]\n\nAnswer to: Look 1')
  })
})

describe('several models in one turn', () => {
  const long = note('long.md', 'word '.repeat(4000))

  test('[E-1] they share one envelope and each has its own plan', () => {
    const { result } = sendMessage(newConversation(), { text: 'Both', attach: [plan], models: [a, b] })
    expect(result.plans.map(({ model }) => model)).toEqual(['a', 'b'])
    expect(result.plans[0]?.prefixHash).toBe(result.plans[1]?.prefixHash)
  })

  test('[B-2] one that is too small fails with its numbers; the others go on', () => {
    const small = testModel({ id: 'small', window: 2000 })
    const sent = sendMessage(newConversation(), { text: 'Both', attach: [long], models: [small, b] })
    expect(sent.result.plans.map(({ model }) => model)).toEqual(['b'])
    const [failure] = sent.result.failures.map(({ details }) => details)
    expect(failure).toMatchObject({ model: 'small', budget: 2000 })
    expect(failure?.largest[0]?.key).toBe('long.md')
    const { L1 = 0, L2 = 0, L3 = 0, L4 = 0, L5 = 0 } = failure?.layers ?? {}
    expect(L1 + L2 + L3 + L4 + L5).toBe(failure?.needed)
    expect(Object.keys(sent.result.state.epochs)).toEqual(['b'])
    const later = sendMessage(sent.state, { text: 'Forget it', forget: ['long.md'], models: [small, b] })
    expect(later.result.failures).toEqual([])
    expect(later.result.plans.map(({ model }) => model)).toEqual(['small', 'b'])
  })

  test('the answer that was not chosen is not in the thread', () => {
    const { state } = sendMessage(newConversation(), { text: 'Both', models: [a, b], answer: 'from a' })
    const { plan: request } = sendMessage(state, { text: 'Next', model: b })
    expect(requestText(request)).toContain('from a')
    expect(lastMessageText(request)).toBe('Next')
  })
})

function expectPrefix(before: Plan, after: Plan): void {
  const messages = messagesOf(before).map((message) => JSON.stringify(message))
  expect(
    messagesOf(after)
      .slice(0, messages.length)
      .map((message) => JSON.stringify(message)),
  ).toEqual(messages)
}
