import { describe, expect, test } from 'vitest'
import type { ModelStep } from '../state/state.ts'
import { CONTRACT, note, sendMessages, testModel } from '../testing/walkthroughs/send-message.ts'
import { catchUp } from './plan-turn.ts'
import { messagesOf } from './messages-of.ts'
import { NO_MEMO } from '../memo.ts'

const a = testModel({ id: 'a' })
const b = testModel({ id: 'b' })
const looked: ModelStep = {
  text: 'I look.',
  exchanges: [{ callId: '1', tool: 'read', arguments: '{}', result: 'what it says', recoverable: true }],
}

describe('[P-3] catchUp', () => {
  test('gives the answer that was awaited, then every turn that others answered', () => {
    const sent = sendMessages([
      { text: 'One', model: a, answer: 'from a' },
      { text: 'Two', attach: [note('two.md', 'text two')], model: b, steps: [looked], answer: 'from b' },
      { text: 'Three', model: b, answer: null },
      { text: 'Four', model: b, answer: 'b again' },
    ])
    const { state } = sent.at(-1)!
    const epoch = catchUp(state.epochs['a']!, state, a, NO_MEMO)
    const texts = messagesOf(epoch).map(({ role, parts }) => [
      role,
      ...parts.map((part) => ('text' in part ? part.text : part.kind)),
    ])
    expect(texts.map(([role]) => role)).toEqual([
      'system',
      ...Array.from({ length: 5 }, () => ['user', 'assistant']).flat(),
    ])
    expect(texts.slice(1, 3)).toEqual([
      ['user', 'One'],
      ['assistant', 'from a'],
    ])
    expect(texts[3]?.[1]).toContain('text two')
    expect(texts[4]).toEqual(['assistant', 'I look.\n\n[used read: {}]'])
    expect(texts.slice(6)).toEqual([
      ['assistant', 'from b'],
      ['user', 'Three'],
      ['assistant', '[no answer]'],
      ['user', 'Four'],
      ['assistant', 'b again'],
    ])
    expect(epoch).toMatchObject({
      closedTurn: 4,
      openTurn: 4,
      forgottenSeen: 0,
      settledEnd: epoch.blocks.length,
    })
    const { L1, L2, L4 } = epoch.layerTokens
    expect(L1 + L2 + L4).toBe(epoch.blocks.last()?.end)
    expect(L2).toBe(epoch.blocks.slice().find(({ origin }) => origin.key === 'two.md')?.tokens)
  })

  test('does not write the steps of the model twice that it took itself', () => {
    const { state } = sendMessages([{ text: 'One', model: a, steps: [looked], answer: 'done' }])[0]!
    const kinds = catchUp(state.epochs['a']!, state, a, NO_MEMO)
      .blocks.slice()
      .map(({ role, part }) => `${role} ${part.kind}`)
    expect(kinds).toEqual([
      'system text',
      'user text',
      'assistant text',
      'assistant tool-call',
      'tool tool-result',
      'assistant text',
    ])
  })

  test('[P-3] a model that was asked but not chosen reads the steps of the one that was', () => {
    const models = [a, b]
    const { state } = sendMessages([{ text: 'Both', models, steps: [looked], answer: 'from a' }])[0]!
    const texts = catchUp(state.epochs['b']!, state, b, NO_MEMO)
      .blocks.slice(2)
      .map(({ part }) => ('text' in part ? part.text : part.kind))
    expect(texts).toEqual([
      'I look.\n\n[used read: {}]',
      '<tool_result tool="read" turn="1">\n<content>\nwhat it says\n</content>\n</tool_result>',
      'from a',
    ])
  })

  test('is the same epoch where there is nothing to catch up with', () => {
    const { state } = sendMessages([{ text: 'One', model: a }])[0]!
    const caught = catchUp(state.epochs['a']!, state, a, NO_MEMO)
    expect(catchUp(caught, state, a, NO_MEMO)).toBe(caught)
  })

  test('[A-6] takes note of what was forgotten, and never shows it', () => {
    const sent = sendMessages([
      { text: 'One', model: a },
      { text: 'Two', attach: [note('secret.md', 'secret'), note('kept.md', 'kept')], model: b },
      { text: 'Three', forget: ['secret.md'], model: b },
    ])
    const { state } = sent.at(-1)!
    const epoch = catchUp(state.epochs['a']!, state, a, NO_MEMO)
    const text = JSON.stringify(messagesOf(epoch))
    expect([text.includes('secret'), text.includes('kept')]).toEqual([false, true])
    expect(epoch.forgottenSeen).toBe(1)
  })

  test('[P-4] a memory change is told in the turn that follows, not in those that were missed', () => {
    const sections = [CONTRACT, { id: 'memory', text: '- likes tea' }] as const
    const sent = sendMessages([
      { text: 'One', model: a },
      { text: 'Two', model: b, sections },
      { text: 'Three', model: a, sections },
    ])
    const told = sent[2]!.plan.blocks.slice().filter(({ origin }) => origin.piece === 'memory-update')
    expect(told.map(({ origin }) => origin.turn)).toEqual([3])
  })
})
