import { describe, expect, test } from 'vitest'
import type { SectionInput } from '../layer/section.ts'
import {
  CONTRACT,
  type Message,
  note,
  sendAll,
  sendMessage,
  testModel,
} from '../testing/walkthroughs/send-message.ts'
import { longNote } from '../testing/edge-cases/long-note.ts'
import type { Layout } from './epoch/epoch.ts'

const a = longNote('a')
const b = note('b.md', 'a note')
const changed = note('a.md', a.content.replace('a sentence 9', 'another'))
const tool = { name: 'read', description: 'Reads', parameters: {} }
const project: SectionInput = { id: 'project', text: 'A project.' }
const memory: SectionInput = { id: 'memory', text: '- likes tea' }

describe('[P-4] forcedReason', () => {
  test.each<[Layout, string, Message]>([
    ['auto', 'none', { text: 'x' }],
    ['auto', 'none', { text: 'x', attach: [a] }],
    ['auto', 'none', { text: 'x', attach: [changed] }],
    ['auto', 'none', { text: 'x', attach: [b] }],
    ['auto', 'none', { text: 'x', sections: [CONTRACT, memory] }],
    ['ledger', 'none', { text: 'x', attach: [changed] }],
    ['auto', 'file-changed', { text: 'x', attach: [{ artifact: changed, freshness: 'refresh' }] }],
    ['ledger', 'file-changed', { text: 'x', attach: [b, { artifact: changed, freshness: 'refresh' }] }],
    ['auto', 'none', { text: 'x', attach: [{ artifact: a, freshness: 'refresh' }] }],
    ['auto', 'none', { text: 'x', attach: [{ artifact: b, freshness: 'refresh' }] }],
    ['auto', 'forgotten', { text: 'x', forget: ['a.md'] }],
    ['auto', 'tools', { text: 'x', tools: [tool] }],
    ['auto', 'tools', { text: 'x', sections: [CONTRACT, { id: 'tools', text: 'How to use them.' }] }],
    ['auto', 'guard', { text: 'x', guard: 'redacted' }],
    ['auto', 'agent', { text: 'x', sections: [] }],
    ['auto', 'project', { text: 'x', sections: [CONTRACT, project] }],
    ['auto', 'rebuilt', { text: 'x', rebase: 'rebuilt', guard: 'redacted' }],
    ['library', 'context-attached', { text: 'x' }],
    ['library', 'file-changed', { text: 'x', attach: [changed] }],
    ['library', 'memory', { text: 'x', sections: [CONTRACT, memory] }],
  ])('layout `%s`: `%s`', (layout, reason, message) => {
    const model = testModel({ layout })
    const { plan } = sendAll([
      { text: 'Read', attach: [a], model },
      { ...message, model },
    ])
    expect([plan.epoch.id, plan.divergence.reason]).toEqual([reason === 'none' ? 1 : 2, reason])
  })

  test('`library` appends while everything stands in the system message', () => {
    const model = testModel({ layout: 'library' })
    const { state, plan } = sendAll([
      { text: 'Read', attach: [a], model },
      { text: 'And?', model },
    ])
    expect([plan.epoch.id, sendMessage(state, { text: 'Again', attach: [a], model }).plan.epoch.id]).toEqual([
      2, 2,
    ])
  })

  test('[A-6] what an epoch never held, and what it forgot already, ends nothing', () => {
    const [one, two] = [testModel({ id: 'one' }), testModel({ id: 'two' })]
    const { state, plan } = sendAll([
      { text: 'Read', attach: [a], model: one },
      { text: 'Read', attach: [b], model: two },
      { text: 'Forget', forget: ['b.md'], model: one },
    ])
    expect(plan.epoch.id).toBe(1)
    const again = sendMessage(state, { text: 'Forget', forget: ['a.md'], model: one })
    expect(again.plan.epoch).toMatchObject({ id: 2, reason: 'forgotten' })
    const back = sendMessage(again.state, { text: 'Read', attach: [a], model: one })
    expect(back.plan.epoch.id).toBe(2)
    expect(sendMessage(back.state, { text: 'And?', model: one }).plan.epoch.id).toBe(2)
  })

  test('a section that goes ends an epoch as well as one that comes', () => {
    const { plan } = sendAll([
      { text: 'x', sections: [CONTRACT, project] },
      { text: 'y', sections: [CONTRACT] },
    ])
    expect(plan.epoch).toMatchObject({ id: 2, reason: 'project' })
  })

  test('a model that was never asked for a layout has `auto`', () => {
    const { layout: _layout, ...plain } = testModel()
    const named = testModel({ layout: 'auto' })
    for (const [first, second] of [
      [plain, named],
      [named, plain],
      [plain, plain],
    ] as const) {
      const { plan } = sendAll([
        { text: 'x', model: first },
        { text: 'y', model: second },
      ])
      expect([plan.epoch.id, plan.layout]).toEqual([1, 'auto'])
    }
  })
})
