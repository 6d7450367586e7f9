import { describe, expect, test } from 'vitest'
import type { Layout } from '../plan/epoch/epoch.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import {
  countOf,
  lastMessageText,
  type Message,
  note,
  requestText,
  sendAll,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const LAYOUTS: readonly Layout[] = ['auto', 'ledger', 'library']
const plan = note('plan.md', '# Plan\n\nLearn to play.\n')

describe.each(LAYOUTS)('the same note again and again, layout `%s`', (layout) => {
  const model = testModel({ layout })

  test('[L2-2] [P-1] seven turns carry one copy and a reference each', () => {
    const sent = sendMessages(
      Array.from({ length: 7 }, (_, turn) => ({ text: `Question ${turn + 1}`, attach: [plan], model })),
    )
    for (const { plan: request } of sent)
      expect(countOf(requestText(request), '# Plan\n\nLearn to play.\n')).toBe(1)
    for (const { plan: request } of sent.slice(1))
      expect(lastMessageText(request)).toContain('Context attached to this message')
    expect([...(sent.at(-1)?.envelope.layers.L2.segments ?? [])].map(({ artifact }) => artifact.key)).toEqual(
      ['plan.md'],
    )
  })

  test('[A-6] forgotten, it is in no later request; attached again, it is new', () => {
    const [, , forgotten, after, again] = sendMessages([
      { text: 'Read', attach: [plan], model },
      { text: 'And?', model },
      { text: 'Forget it', forget: ['plan.md'], model },
      { text: 'What did it say?', model },
      { text: 'Read it again', attach: [plan], model },
    ])
    for (const sent of [forgotten, after]) expect(requestText(sent!.plan)).not.toContain('Learn to play.')
    expect(requestText(forgotten!.plan)).not.toContain('plan.md')
    expect(forgotten!.plan.epoch.reason).toBe('forgotten')
    expect(lastMessageText(again!.plan)).toContain('<note_context turn="5">')
    expect([...again!.envelope.layers.L3.segments].map(({ kind }) => kind)).toEqual(['attached'])
  })

  test('[A-6] a chip that leaves the composer forgets nothing', () => {
    const { plan: request } = sendAll([
      { text: 'Read', attach: [plan], model },
      { text: 'And?', model },
    ])
    expect(readRequest(messagesOf(request)).current.get('plan.md')).toBe(plan.content)
  })

  test('[A-6] pinned, it is attached to every turn until it is unpinned, and essential', () => {
    const sent = sendMessages([
      { text: 'Read', attach: [plan], pin: ['plan.md'], model },
      { text: 'Two', model },
      { text: 'Three', model },
      { text: 'Four', unpin: ['plan.md'], model },
      { text: 'Five', model },
    ])
    const attached = sent.map(({ envelope }) =>
      [...envelope.layers.L3.segments].map(({ key, artifact }) => `${key} ${artifact?.priority}`),
    )
    const pinned = ['plan.md essential']
    expect(attached).toEqual([pinned, pinned, pinned, [], []])
  })
})

describe('[P-5] freshness of what changed', () => {
  const before = note('log.md', lines(40, -1))
  const after = note('log.md', lines(40, 7))
  const given = (
    freshness: 'update' | 'refresh' | 'snapshot',
    layout: Layout = 'auto',
  ): readonly Message[] => [
    { text: 'Read', attach: [before], model: testModel({ layout }) },
    { text: 'Again', attach: [{ artifact: after, freshness }], model: testModel({ layout }) },
  ]

  test('`update` keeps the prefix and tells the change', () => {
    const { plan: request } = sendAll(given('update'))
    expect(request.epoch.id).toBe(1)
    expect(lastMessageText(request)).toContain('<context_update path="log.md" from="1" to="2">')
    expect(lastMessageText(request)).toContain('@ -1 +1 line 6\nline 7 is edited\n')
  })

  test('`refresh` begins an epoch in which only the new text stands', () => {
    const { plan: request } = sendAll(given('refresh'))
    expect([request.epoch.id, request.epoch.reason]).toEqual([2, 'file-changed'])
    expect(requestText(request)).not.toContain('line 7 is plain')
    expect(countOf(requestText(request), 'line 7 is edited')).toBe(1)
  })

  test.each(LAYOUTS)('`snapshot` keeps the old text and says that it is old, layout `%s`', (layout) => {
    const { plan: request } = sendAll(given('snapshot', layout))
    expect(requestText(request)).toContain('line 7 is plain')
    expect(requestText(request)).not.toContain('line 7 is edited')
    expect(lastMessageText(request)).toContain('changed since turn 1: log.md')
  })

  test('an older version that stands in full is a reference to its turn', () => {
    const { plan: request } = sendAll([...given('update'), { text: 'Back', attach: [before] }])
    expect(lastMessageText(request)).toContain('- log.md (again as in turn 1)')
    expect(readRequest(messagesOf(request)).current.get('log.md')).toBe(before.content)
  })

  test('a change that was only observed is told once for each change', () => {
    const seen = (hash: string): Message => ({ text: hash, observed: [{ key: 'log.md', hash }] })
    const sent = sendMessages([
      { text: 'Read', attach: [before] },
      seen('1'.repeat(64)),
      seen('1'.repeat(64)),
      { text: 'Meanwhile' },
      seen('2'.repeat(64)),
    ])
    const told = sent.map(({ plan: request }) =>
      countOf(requestText(request), 'changed since turn 1: log.md'),
    )
    expect(told).toEqual([0, 1, 1, 1, 2])
  })

  test('a change back to what was given is no change', () => {
    const hash = before.contentHash
    const { plan: request } = sendAll([
      { text: 'Read', attach: [before] },
      { text: 'And?', observed: [{ key: 'log.md', hash }] },
    ])
    expect(requestText(request)).not.toContain('changed since')
  })

  test('[P-4] thirty edits in thirty turns are always readable; `auto` folds them, `ledger` does not', () => {
    const edited = (layout: Layout): readonly Message[] =>
      Array.from({ length: 30 }, (_, turn) => ({
        text: `Edit ${turn}`,
        attach: [note('log.md', lines(60, turn), { role: 'active' })],
        model: testModel({ layout }),
      }))
    const auto = sendMessages(edited('auto'))
    const ledger = sendMessages(edited('ledger'))
    for (const [turn, { plan: request }] of [...auto.entries(), ...ledger.entries()])
      expect(readRequest(messagesOf(request)).current.get('log.md')).toBe(lines(60, turn))
    expect(auto.at(-1)?.plan.epoch.id).toBeGreaterThan(1)
    expect(ledger.at(-1)?.plan.epoch.id).toBe(1)
    expect(auto.at(-1)?.plan.tokens).toBeLessThan(ledger.at(-1)?.plan.tokens ?? 0)
    const folds = auto.filter(({ plan: { epoch } }, index) => index > 0 && epoch.startedTurn === index + 1)
    for (const { plan: request } of folds) {
      expect(request.epoch.reason).toBe('epoch-rent')
      expect(request.epoch.numbers.rent).toBeGreaterThan(request.epoch.numbers.price)
    }
  })
})

function lines(count: number, edited: number): string {
  return Array.from(
    { length: count },
    (_, line) => `line ${line} is ${line === edited ? 'edited' : 'plain'}`,
  ).join('\n')
}
