import { describe, expect, test } from 'vitest'
import { createArtifact } from '../../artifact/create-artifact.ts'
import { LIMITS } from '../../budget/limits.ts'
import { longNote, sentences } from '../../testing/edge-cases/long-note.ts'
import {
  type Message,
  note,
  requestText,
  type Sent,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'

const paste = createArtifact({ kind: 'paste', content: sentences('pasted', 300) })

describe('[B-3] carry-forward', () => {
  const model = testModel({ carryForwardTurns: 2 })
  const attached: Message = {
    text: 'One',
    attach: [longNote('idle'), longNote('essential', 'essential'), paste, longNote('used')],
    model,
  }
  const anew = (turns: number, changes: Partial<Message> = {}) =>
    sendAll([
      attached,
      ...Array.from({ length: turns }, () => ({ text: 'x', attach: [longNote('used')], model })),
      { text: 'Anew', model, rebase: 'settings', ...changes },
    ])

  test('shows recoverable entries in short that went unused for longer than that', () => {
    expect(omitted(anew(1))).toEqual([])
    expect(omitted(anew(2))).toEqual(['idle.md not-used-lately compacted'])
    expect(requestText(anew(2).plan)).toContain('<prior_context source="idle.md" type="note">')
  })

  test('asks for a better text of large ones, and uses it', () => {
    const { result } = anew(2)
    expect(result.needs).toEqual([
      {
        kind: 'compaction',
        id: `compaction:${longNote('idle').contentHash}`,
        key: 'idle.md',
        text: longNote('idle').content,
        maximumTokens: LIMITS.compaction.modelTokens,
      },
    ])
    const again = anew(2, { provided: { [result.needs[0]!.id]: 'In short, idle.' } })
    expect(again.result.needs).toEqual([])
    expect(requestText(again.plan)).toContain('In short, idle.')
  })

  test('asks for nothing where the text is not large', () => {
    const text = (length: number) => 'x'.repeat(length)
    const needs = (length: number) =>
      sendAll([
        { text: 'One', attach: [note('a.md', text(length))], model: testModel({ carryForwardTurns: 0 }) },
        { text: 'Anew', rebase: 'settings', model: testModel({ carryForwardTurns: 0 }) },
      ]).result.needs.length
    const limit = LIMITS.compaction.modelCharacters
    expect([needs(limit - 1), needs(limit)]).toEqual([0, 1])
  })

  test('an entry that is attached again is whole, and stays so', () => {
    const { state } = anew(2)
    const back = sendMessage(state, { text: 'Read', attach: [longNote('idle'), longNote('used')], model })
    expect(omitted(back)).toEqual([])
    expect(omitted(sendMessage(back.state, { text: 'Anew', model, rebase: 'settings' }))).toEqual([])
  })

  test('is off where it is not asked for', () => {
    const { plan } = sendAll([
      { text: 'One', attach: [longNote('idle')] },
      ...['2', '3', '4', '5'].map((text) => ({ text })),
      { text: 'Anew', rebase: 'settings' },
    ])
    expect([...plan.omissions]).toEqual([])
  })
})

describe('[B-2] a re-base for another reason than the budget', () => {
  const small = testModel({ window: 9000 })
  const model = testModel({ window: 1_000_000 })
  const rebased: Message = { text: 'Anew', model, rebase: 'settings' }
  const full = sendAll(
    ['a', 'b', 'c', 'd'].map((name) => ({ text: name, attach: [longNote(name)], model: small })),
  )

  test('leaves compacted what was compacted, though it would fit now', () => {
    expect(omitted(full)).toContain('a.md budget compacted')
    const sent = sendMessage(full.state, rebased)
    expect(sent.plan.epoch.reason).toBe('settings')
    expect(omitted(sent)).toEqual(omitted(full))
    expect(forms(sent)).toEqual(forms(full))
  })

  test('but gives in full what is attached now, and knows nothing of what was forgotten', () => {
    const read = sendMessage(full.state, { ...rebased, attach: [longNote('a')] })
    expect(omitted(read).some((line) => line.startsWith('a.md'))).toBe(false)
    expect(requestText(read.plan)).not.toContain('<prior_context source="a.md"')
    const without = sendMessage(full.state, { ...rebased, forget: ['a.md'] })
    expect(requestText(without.plan)).not.toContain('a.md')
    expect(forms(without)).toEqual(forms(full).filter((key) => key !== 'a.md'))
  })

  test('and in full what was attached again since', () => {
    const read = sendMessage(full.state, { text: 'Read', attach: [longNote('a')], model })
    expect(read.plan.epoch.id).toBe(full.plan.epoch.id)
    expect(omitted(read)).toEqual(omitted(full).filter((line) => !line.startsWith('a.md')))
    expect(forms(sendMessage(read.state, rebased))).toEqual(forms(full).filter((key) => key !== 'a.md'))
  })

  test('leaves out what was dropped', () => {
    const tiny = testModel({ window: 2000 })
    const dropped = sendAll([
      { text: 'a', attach: [longNote('a', 'optional'), longNote('b', 'optional')], model },
      { text: 'b', attach: [note('c.md', 'x'.repeat(4000))], model: tiny },
    ])
    expect(omitted(dropped)).toContain('a.md budget omitted')
    expect(omitted(sendMessage(dropped.state, rebased))).toEqual(omitted(dropped))
  })

  test('shortens no tool result', () => {
    const exchanges = Array.from({ length: 9 }, (_, call) => ({
      callId: `call-${call}`,
      tool: 'search',
      arguments: '{}',
      result: sentences(`page-${call}`, 150),
      recoverable: true,
    }))
    const { state } = sendAll([{ text: 'Look', steps: [{ text: '', exchanges }], model }])
    expect(omitted(sendMessage(state, rebased))).toEqual([])
  })

  test('keeps the history stripped', () => {
    const talk = (turn: number): Message => ({
      text: `Question ${turn}`,
      answer: sentences(`answer-${turn}`, 60),
      model: testModel({ window: 3000 }),
    })
    const sent = sendMessages(Array.from({ length: 8 }, (_, turn) => talk(turn + 1)))
    const stripped = sent.at(-1)!
    const { stripBefore } = stripped.state.epochs['model-a']!
    expect(stripBefore).toBeGreaterThan(1)
    const anew = sendMessage(stripped.state, {
      text: 'Anew',
      model: testModel({ window: 30_000 }),
      rebase: 'settings',
    })
    expect(anew.state.epochs['model-a']?.stripBefore).toBe(stripBefore)
    expect(requestText(anew.plan)).toContain('<conversation_summary>')
  })
})

function omitted({ plan }: Sent): readonly string[] {
  return [...plan.omissions].map(([, { key, reason, form }]) => `${key} ${reason} ${form}`).toSorted()
}

function forms({ state }: Sent): readonly string[] {
  return [...state.epochs['model-a']!.forms].map(([key]) => key)
}
