import { describe, expect, test } from 'vitest'
import { createArtifact } from '../artifact/create-artifact.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { serializeState } from '../state/serialize-state.ts'
import { retakeTurn } from '../step/retake-turn.ts'
import { step } from '../step/step.ts'
import {
  type Message,
  requestText,
  sendAll,
  sendMessage,
  testModel,
} from '../testing/walkthroughs/send-message.ts'
import { longNote as long, sentences } from '../testing/edge-cases/long-note.ts'

const paste = createArtifact({ kind: 'paste', content: sentences('paste', 40) })
const answer = 'long answer '.repeat(300)
const begun: readonly Message[] = [
  { text: 'one', attach: [long('normal'), long('essential', 'essential')], answer },
  { text: 'two', attach: [long('optional', 'optional'), paste], answer },
  { text: 'three', answer },
  { text: 'four', answer },
]
const { state } = sendAll(begun)
const compacted = sendMessage(state, { text: 'five', compact: true })

describe('[B-6] a base in short, because the user asks', () => {
  test('begins from a summary and previews, and leaves nothing out', () => {
    const { plan } = compacted
    const text = requestText(plan)
    expect(plan.epoch).toMatchObject({ reason: 'compaction', startedTurn: 5 })
    expect(plan.tokens).toBeLessThan(sendMessage(state, { text: 'five' }).plan.tokens / 2)
    expect(text).toContain('<conversation_summary>')
    const forms = Object.fromEntries(
      [...plan.omissions].map(([, { key, form, reason }]) => [key, `${form} ${reason}`]),
    )
    expect(forms).toEqual({
      'normal.md': 'compacted budget',
      'optional.md': 'compacted budget',
      'turns 1 to 2': 'compacted history-stripped',
    })
    for (const whole of [long('essential', 'essential'), paste]) expect(text).toContain(whole.content)
  })

  test('holds for the turns after it, which append', () => {
    const next = sendMessage(compacted.state, { text: 'six' })
    expect(next.plan.epoch.id).toBe(compacted.plan.epoch.id)
    const sent = messagesOf(compacted.plan)
    expect(messagesOf(next.plan).slice(0, sent.length - 1)).toEqual(sent.slice(0, -1))
  })

  test('an original that is attached again is whole again', () => {
    const { plan } = sendMessage(compacted.state, { text: 'six', attach: [long('normal')] })
    expect(requestText(plan)).toContain(long('normal').content)
  })

  test('asks a model for better words, which a turn that is taken again still has', () => {
    const model = testModel()
    const input = {
      kind: 'turn',
      turnId: 'turn-5',
      at: 1,
      text: 'five',
      sections: [],
      models: [model],
      compact: true,
    } as const
    const { needs } = step(state, input)
    expect(needs.map(({ kind }) => kind)).toEqual(['summary', 'compaction', 'compaction'])
    const provided = Object.fromEntries(needs.map(({ id, kind }) => [id, `${kind} by a model`]))
    const asked = step(state, { ...input, provided })
    expect(asked.needs).toEqual([])
    expect(requestText(asked.plans[0]!)).toContain('summary by a model')
    expect(requestText(asked.plans[0]!)).toContain('compaction by a model')
    const again = retakeTurn(state, asked.state, { at: 1, models: [model] })
    expect(again.plans.map(messagesOf)).toEqual(asked.plans.map(messagesOf))
    expect(JSON.stringify(serializeState(again.state).root)).toBe(
      JSON.stringify(serializeState(asked.state).root),
    )
    const late = retakeTurn(state, step(state, input).state, { at: 1, models: [model], provided })
    expect(late.plans.map(messagesOf)).toEqual(asked.plans.map(messagesOf))
  })

  test('where even that does not fit, the ladder goes on', () => {
    const tokens = compacted.plan.tokens - 300
    const { plan } = sendMessage(state, { text: 'five', compact: true, model: testModel({ window: tokens }) })
    expect(plan.tokens).toBeLessThanOrEqual(tokens)
    expect([...plan.omissions].map(([, { form }]) => form)).toContain('omitted')
  })

  test('[L4-2] a model that sums it up in no words leaves the extract in place', () => {
    const [need] = compacted.result.needs
    const { plan } = sendMessage(state, { text: 'five', compact: true, provided: { [need!.id]: ' \n' } })
    expect(messagesOf(plan)).toEqual(messagesOf(compacted.plan))
    expect([...plan.omissions]).toEqual([...compacted.plan.omissions])
  })
})

describe('[B-2] marks on what is kept', () => {
  const mark = (priorities: Message['priorities']): string => {
    const { plan } = sendMessage(state, {
      text: 'five',
      compact: true,
      ...(priorities ? { priorities } : {}),
    })
    return [...plan.omissions].map(([, { key }]) => key).join(' ')
  }

  test('are what the ladder goes by, from then on', () => {
    expect(mark([{ key: 'normal.md', priority: 'essential' }])).toBe('optional.md turns 1 to 2')
    expect(mark([{ key: 'essential.md', priority: 'optional' }])).toContain('essential.md')
    expect(mark([{ key: 'nobody.md', priority: 'optional' }])).toBe(mark(undefined))
  })

  test('change no byte of a request that fits, and no hash of the library', () => {
    const priorities = [{ key: 'normal.md', priority: 'essential' }] as const
    const marked = sendMessage(state, { text: 'five', priorities })
    const plain = sendMessage(state, { text: 'five' })
    expect(messagesOf(marked.plan)).toEqual(messagesOf(plain.plan))
    expect(marked.envelope.layers.L2.hash).toBe(plain.envelope.layers.L2.hash)
    expect([...marked.state.library].map(({ artifact }) => artifact.priority)).toEqual([
      'essential',
      'essential',
      'optional',
      'normal',
    ])
  })

  test('an entry that stands in short stands whole from the turn that makes it essential', () => {
    const priorities = [{ key: 'normal.md', priority: 'essential' }] as const
    const marked = sendMessage(compacted.state, { text: 'six', priorities })
    expect(marked.plan.epoch).toMatchObject({ reason: 'settings', startedTurn: 6 })
    expect(requestText(marked.plan)).toContain(long('normal').content)
    const later = sendMessage(marked.state, { text: 'seven', rebase: 'settings', priorities })
    expect(requestText(later.plan)).toContain(long('normal').content)
  })

  test('also for a model that was not asked in that turn', () => {
    const priorities = [{ key: 'normal.md', priority: 'essential' }] as const
    const other = testModel({ id: 'other' })
    const elsewhere = sendMessage(compacted.state, { text: 'six', priorities, model: other })
    const { plan } = sendMessage(elsewhere.state, { text: 'seven' })
    expect(requestText(plan)).toContain(long('normal').content)
  })
})
