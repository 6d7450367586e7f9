import { describe, expect, test } from 'vitest'
import { createArtifact } from '../../artifact/create-artifact.ts'
import { hashText } from '../../artifact/hash.ts'
import { BudgetError } from '../../budget/budget-error.ts'
import { LIMITS } from '../../budget/limits.ts'
import { longNote, sentences } from '../../testing/edge-cases/long-note.ts'
import { NO_MEMO } from '../../memo.ts'
import type { ModelStep } from '../../state/state.ts'
import {
  CONTRACT,
  lastMessageText,
  type Message,
  note,
  requestText,
  type Sent,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import { openEpoch } from './open-epoch.ts'

const readTool = { name: 'read', description: 'Reads', parameters: {} }
const paste = createArtifact({ kind: 'paste', content: sentences('pasted', 300) })

describe('[P-6] openEpoch', () => {
  test('begins with what the conversation knows', () => {
    const sections = [CONTRACT, { id: 'memory', text: '- likes tea' }] as const
    const { state } = sendAll([
      { text: 'One', attach: [note('gone.md', 'x')] },
      { text: 'Two', attach: [note('a.md', 'a')], forget: ['gone.md'] },
      { text: 'Three', sections, tools: [readTool], guard: 'redacted', rebase: 'settings', answer: null },
    ])
    const epoch = state.epochs['model-a']!
    expect(epoch).toMatchObject({
      id: 3,
      reason: 'settings',
      numbers: { deadWeight: 0, rent: 0, price: 0, cold: false },
      layout: 'auto',
      renderingVersion: 2,
      startedTurn: 3,
      toolsHash: state.toolsHash,
      guard: 'redacted',
      toldMemory: '## What you remember about the user\n\n- likes tea',
      closedTurn: 2,
      openTurn: 3,
      hasTurnEntries: false,
      forgottenSeen: 1,
      toolRuns: [],
      deadTokens: 0,
      rent: 0,
      settledEnd: epoch.baseEnd,
      lastReferences: { turn: 0, text: '' },
      stripBefore: 0,
    })
    expect(Object.keys(epoch.sections)).toEqual(['contract', 'memory'])
    expect([...epoch.forms]).toEqual([])
  })

  test('[P-5] tells again what changed without its text', () => {
    const hash = hashText('new')
    const sent = sendMessages([
      { text: 'One', attach: [note('a.md', 'a'), note('b.md', 'b')] },
      { text: 'Two', observed: [{ key: 'a.md', hash }] },
      { text: 'Three', observed: [{ key: 'b.md', hash }], rebase: 'settings' },
    ])
    expect(lastMessageText(sent[2]!.plan)).toBe(
      'changed since turn 1: a.md\nchanged since turn 1: b.md\n\n---\n\n[User query]:\nThree',
    )
  })

  test('[P-1] a key that is new stands in the turn, a kept one in the base', () => {
    const { plan } = sendAll([
      { text: 'One', attach: [note('a.md', 'a')] },
      { text: 'Two', attach: [note('a.md', 'a'), note('b.md', 'b')], rebase: 'settings' },
    ])
    const index = (key: string) => plan.blocks.slice().findIndex(({ origin }) => origin.key === key)
    expect(index('a.md')).toBeLessThan(plan.baseEnd)
    expect(index('b.md')).toBeGreaterThanOrEqual(plan.baseEnd)
  })

  test('brings along the steps of the turn that is being answered', () => {
    const { state } = sendAll([{ text: 'One' }, { text: 'Two', steps: [looked(1)], answer: null }])
    const { epochs: _epochs, ...rest } = state
    const { epoch } = openEpoch({
      state: { ...rest, epochs: {} },
      record: state.open!,
      model: testModel(),
      memo: NO_MEMO,
      layout: 'auto',
      reason: 'rebuilt',
      numbers: { deadWeight: 0, rent: 0, price: 0, cold: false },
      previous: undefined,
      leadTokens: 7,
      allowExtracts: false,
    })
    expect(epoch.blocks.slice(-2).map(({ role }) => role)).toEqual(['assistant', 'tool'])
    expect(epoch).toMatchObject({ id: 1, reason: 'rebuilt', leadTokens: 7 })
  })
})

test.each(['fold', 'dump'] as const)('[L4-3] old tool traffic at a re-base with `history: %s`', (history) => {
  const model = testModel({ history })
  const { plan } = sendAll([
    { text: 'One', steps: [looked(1)], model },
    { text: 'Two', steps: [looked(LIMITS.tools.latestCallsWhole)], model },
    { text: 'Three', rebase: 'settings', model },
  ])
  const turns = plan.blocks.slice().flatMap(({ role, origin }) => (role === 'tool' ? [origin.turn] : []))
  expect(new Set(turns)).toEqual(new Set(history === 'dump' ? [1, 2] : [2]))
})

describe('[B-2] the ladder', () => {
  test('ends at low water, not only below the budget', () => {
    const model = testModel({ window: 9000 })
    const sent = sendMessages(
      ['a', 'b', 'c', 'd'].map((name) => ({ text: name, attach: [longNote(name)], model })),
    )
    const compacted = sent.find(({ plan }) => plan.epoch.reason === 'compaction')
    expect(compacted?.plan.tokens).toBeLessThanOrEqual(9000 * LIMITS.budget.lowWater)
  })

  test('goes to low water also where folding alone would have made room', () => {
    const model = testModel({ window: 6000, layout: 'ledger' })
    const rewritten = note('a.md', sentences('rewritten', 250))
    const sent = sendAll([
      { text: 'One', attach: [longNote('a'), longNote('b')], model },
      { text: 'Two', attach: [rewritten], model },
    ])
    expect(sent.plan.epoch.reason).toBe('compaction')
    expect(omitted(sent)).toEqual(['b.md budget compacted'])
    expect(sent.plan.tokens).toBeLessThanOrEqual(6000 * LIMITS.budget.lowWater)
  })

  test('a first request goes down it as well, and is planned where it just fits', () => {
    const { state } = sendAll(['a', 'b', 'c'].map((name) => ({ text: name, attach: [longNote(name)] })))
    const exact = sendMessage(state, { text: 'x', model: testModel({ id: 'wide', window: 1_000_000 }) }).plan
      .tokens
    const sent = (window: number) =>
      sendMessage(state, { text: 'x', model: testModel({ id: 'new', window }) })
    expect(omitted(sent(exact))).toEqual([])
    expect(sent(exact).plan.tokens).toBe(exact)
    expect(omitted(sent(exact - 1))).toContain('a.md budget compacted')
  })

  test('lists each tool result that it shortened, with what that saved', () => {
    const model = testModel({ window: 12_000 })
    const messages: readonly Message[] = [
      { text: 'Look', steps: [looked(9)], model: testModel(), tools: [readTool] },
      { text: 'Now', model, tools: [readTool] },
    ]
    const sent = sendAll(messages)
    const aged = [...sent.plan.omissions].flatMap(([, item]) =>
      item.reason === 'tool-result-aged' ? [item] : [],
    )
    expect(aged.map(({ key }) => key).toSorted()).toEqual(
      [0, 1, 2, 3].map((call) => `search {"page":${call}} in turn 1`),
    )
    const whole = model.tokenizer.count(sentences('page-0', 150))
    expect(aged.every(({ tokens }) => tokens > whole - 200 && tokens < whole)).toBe(true)
    expect(aged.every(({ form }) => form === 'compacted')).toBe(true)
    expect(requestText(sent.plan)).toContain('read reads the whole result')
  })

  test('[L3-2] prefers no tool over one that the request does not define', () => {
    const { plan } = sendAll([
      { text: 'Look', steps: [looked(9)] },
      { text: 'Now', model: testModel({ window: 12_000 }) },
    ])
    expect(requestText(plan)).toContain('the whole result is kept and can be attached again')
  })

  test('goes further down where a request came out larger than it was measured', () => {
    const { state } = sendAll(['a', 'b', 'c', 'd'].map((name) => ({ text: name, attach: [longNote(name)] })))
    const model = testModel({ id: 'new', window: 9000 })
    const compacted = (guidance: string) =>
      [...sendMessage(state, { text: 'x', model, guidance }).plan.omissions]
        .map(([, { key }]) => key)
        .toSorted()
    // Guidance is not measured: 4,000 tokens of it ask for one preview more.
    expect(compacted('')).toEqual(['a.md', 'b.md'])
    expect(compacted('It is Monday. '.repeat(1150))).toEqual(['a.md', 'b.md', 'c.md'])
  })

  test('cuts what nobody can give again only then, and with consent', () => {
    const { state } = sendAll([{ text: 'a', attach: [paste] }])
    const send = (guidance: string) => {
      const model = testModel({ id: 'new', window: 4000 })
      const { plan } = sendMessage(state, { text: 'x', model, guidance, allowExtracts: true })
      return [...plan.omissions].map(([, { form }]) => form)
    }
    expect(send('')).toEqual([])
    expect(send('It is Monday. '.repeat(500))).toEqual(['extract'])
  })

  test('fails with what stands at its foot', () => {
    const { state } = sendAll([{ text: 'a', attach: [paste] }])
    const send = (allowExtracts: boolean) => () =>
      sendMessage(state, { text: 'x', model: testModel({ id: 'new', window: 500 }), allowExtracts })
    for (const allowExtracts of [true, false]) expect(send(allowExtracts)).toThrow(BudgetError)
    try {
      send(false)()
    } catch (error) {
      expect(error).toBeInstanceOf(BudgetError)
      const { details } = error as BudgetError
      expect(details).toMatchObject({ model: 'new', budget: 500 })
      expect(details.largest[0]?.key).toBe(paste.key)
      expect(details.actions).toContain('allow-extracts')
    }
  })
})

function looked(calls: number): ModelStep {
  return {
    text: '',
    exchanges: Array.from({ length: calls }, (_, call) => ({
      callId: `call-${call}`,
      tool: 'search',
      arguments: `{"page":${call}}`,
      result: sentences(`page-${call}`, 150),
      recoverable: true,
    })),
  }
}

function omitted({ plan }: Sent): readonly string[] {
  return [...plan.omissions].map(([, { key, reason, form }]) => `${key} ${reason} ${form}`).toSorted()
}
