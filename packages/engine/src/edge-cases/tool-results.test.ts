import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import { messagesOf } from '../plan/messages-of.ts'
import type { ModelStep } from '../state/state.ts'
import {
  countOf,
  lastMessageText,
  newConversation,
  note,
  requestText,
  sendAll,
  sendMessage,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const LONG = 'a long result '.repeat(280)

function toolSteps(count: number): readonly ModelStep[] {
  return Array.from({ length: count }, (_, index) => ({
    text: '',
    exchanges: [
      {
        callId: `call-${index}`,
        tool: 'read',
        arguments: `{"page":${index}}`,
        result: `${LONG}end ${index};`,
        recoverable: true,
      },
    ],
  }))
}

describe('[B-2] tool results under pressure', () => {
  const small = testModel({ window: 12_000 })

  test('those of a closed turn are shortened too, all but the latest five calls', () => {
    const first = sendMessage(newConversation(), { text: 'Look', steps: toolSteps(11), model: small })
    const large = note('large.md', 'a word '.repeat(900))
    const next = sendMessage(first.state, { text: 'Go on', attach: [large], model: small })
    expect(next.plan.epoch.reason).toBe('compaction')
    expect(next.result.failures).toEqual([])
    const text = requestText(next.plan)
    const whole = Array.from({ length: 11 }, (_, index) => countOf(text, `end ${index};`))
    expect(whole.slice(-5)).toEqual([1, 1, 1, 1, 1])
    const aged = [...next.plan.omissions].filter(([, { reason }]) => reason === 'tool-result-aged')
    expect(aged).toHaveLength(whole.filter((count) => count === 0).length)
    expect(aged.length).toBeGreaterThan(0)
  })

  test('those gathered before the call are shortened in the same way', () => {
    const gathered = Array.from({ length: 14 }, (_, index) => ({
      tool: 'search',
      arguments: `{"query":"${index}"}`,
      text: `${LONG}end ${index};`,
      recoverable: true,
    }))
    const { plan } = sendMessage(newConversation(), { text: 'Look', gathered, model: small })
    expect(plan.tokens).toBeLessThanOrEqual(plan.budget)
    expect(requestText(plan)).toContain('end 13;')
    expect(requestText(plan)).not.toContain('end 0;')
  })

  test('what nobody can give again stays whole', () => {
    const kept = toolSteps(11).map((modelStep) => ({
      ...modelStep,
      exchanges: modelStep.exchanges.map((exchange) => ({ ...exchange, recoverable: false })),
    }))
    const first = sendMessage(newConversation(), { text: 'Look', steps: kept, model: testModel() })
    expect(() => sendMessage(first.state, { text: 'Go on', model: testModel({ window: 9_000 }) })).toThrow(
      /does not fit.*tool results of turn 1/,
    )
  })
})

describe('[P-6] [L4-4] a turn that was never answered', () => {
  test('keeps its calls at a re-base: as messages while recent, as one line each later', () => {
    const open = sendMessage(newConversation(), { text: 'Look', steps: toolSteps(2), answer: null })
    const recent = sendMessage(open.state, { text: 'Next', rebase: 'settings' })
    expect(messagesOf(recent.plan).filter(({ role }) => role === 'tool')).toHaveLength(2)
    const later = sendAll(
      [
        { text: 'More', steps: toolSteps(6) },
        { text: 'Fold', rebase: 'settings' },
      ],
      open.state,
    )
    expect(requestText(later.plan)).toContain('[used read: {"page":1}]')
  })
})

describe('[L3-3] search hits', () => {
  const plan = note('plan.md', 'one\ntwo\nthree')
  const hit = { key: 'plan.md', contentHash: plan.contentHash, lines: [2, 2] as const, text: 'two' }
  const search = (hits: readonly (typeof hit)[]) => [
    { tool: 'search', arguments: '{}', text: '', hits, recoverable: true },
  ]

  test('one whose text is readable in that version is given by key and lines only', () => {
    const { state } = sendMessage(newConversation(), { text: 'Keep it', attach: [plan] })
    const next = sendMessage(state, { text: 'Find two', gathered: search([hit]) })
    expect(lastMessageText(next.plan)).toContain('- plan.md, lines 2-2 (readable above)')
  })

  test('another version, or a note that is not there, is given with its text', () => {
    const { state } = sendMessage(newConversation(), { text: 'Keep it', attach: [plan] })
    const other = { ...hit, contentHash: hashText('changed'), text: 'two and a half' }
    const next = sendMessage(state, { text: 'Find two', gathered: search([other]) })
    expect(lastMessageText(next.plan)).toContain('- plan.md, lines 2-2:\ntwo and a half')
  })

  test('[L3-2] a tool result is never the target of a reference', () => {
    const elsewhere = { ...hit, key: 'other.md' }
    const first = sendMessage(newConversation(), { text: 'Find', gathered: search([elsewhere]) })
    const next = sendMessage(first.state, { text: 'Read it', attach: [note('other.md', 'one\ntwo')] })
    expect(readRequest(messagesOf(next.plan)).references).toEqual([])
    expect(lastMessageText(next.plan)).toContain('<path>other.md</path>')
  })
})

describe('[B-3] compaction', () => {
  const old = note('old.md', `# Old\n\n${'A line of the old note.\n'.repeat(500)}`)

  test('carry-forward shows what went unused in short, and listed; attached again it is whole', () => {
    const model = testModel({ carryForwardTurns: 2 })
    const quiet = Array.from({ length: 3 }, (_, index) => ({ text: `Talk ${index}`, model }))
    const before = sendAll([{ text: 'Keep it', attach: [old], model }, ...quiet])
    const folded = sendMessage(before.state, { text: 'Fold', rebase: 'settings', model })
    const reasons = (omissions: typeof folded.plan.omissions): readonly string[] =>
      [...omissions].map(([, { key, reason }]) => `${key} ${reason}`)
    expect(reasons(folded.plan.omissions)).toEqual(['old.md not-used-lately'])
    expect(requestText(folded.plan)).toContain('<prior_context source="old.md"')
    const again = sendMessage(folded.state, { text: 'Again', attach: [old], model })
    expect(reasons(again.plan.omissions)).toEqual([])
    expect(readRequest(messagesOf(again.plan)).current.get('old.md')).toBe(old.content)
  })

  test('a model is asked for a better one, and what it gives is recorded', () => {
    const model = testModel({ window: 3000 })
    const first = sendMessage(newConversation(), { text: 'Keep it', attach: [old], model: testModel() })
    const asked = sendMessage(first.state, { text: 'Next', model })
    const need = asked.result.needs.find(({ kind }) => kind === 'compaction')
    expect(need).toMatchObject({ key: 'old.md', text: old.content })
    const provided = { [need?.id ?? '']: 'The old note says the same line five hundred times.' }
    const answered = sendMessage(first.state, { text: 'Next', model, provided })
    expect(requestText(answered.plan)).toContain('five hundred times')
    expect(answered.result.needs).toEqual([])
    expect(answered.state.provided.size).toBe(1)
  })
})
