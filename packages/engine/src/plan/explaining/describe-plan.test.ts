import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { longNote } from '../../testing/edge-cases/long-note.ts'
import type { ModelStep } from '../../state/state.ts'
import {
  CONTRACT,
  note,
  sendAll,
  sendMessage,
  type Sent,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import type { DescribedSegment } from './describe-block.ts'
import { type DescribedBlocks, describePlan } from './describe-plan.ts'
import type { LayerId } from '../plan.ts'

const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
const before = note('log.md', lines.join('\n'))
const after = note('log.md', lines.with(7, 'line 7, edited').with(30, 'line 30\nand one more').join('\n'))
const image = { hash: hashText('pixels'), mediaType: 'image/png', name: 'chart.png', width: 10, height: 10 }
const looked: ModelStep = {
  text: '',
  reasoning: { text: 'let me see' },
  exchanges: [{ callId: '1', tool: 'read', arguments: '{"a":1}', result: 'what it says', recoverable: true }],
}
const tools = [
  { name: 'read', description: 'Reads a note', parameters: { type: 'object' } },
  { name: 'edit', description: 'Edits a note', parameters: { type: 'object' } },
]
const sections = [CONTRACT, { id: 'memory', text: '- likes tea' }] as const

const rich = sendAll([
  { text: 'One', attach: [before, note('same.md', 'same')], tools, sections, steps: [looked] },
  {
    text: 'Two',
    attach: [after, note('same.md', 'same'), note('new.md', 'new')],
    tools,
    sections: [CONTRACT, { id: 'memory', text: '- likes tea\n- lives in Lisbon' }],
    images: [image],
    guidance: 'It is Monday.',
  },
])

describe('describePlan', () => {
  test('[E-1] gives the five layers with title, summary, tokens and hash', () => {
    const { layers } = describePlan(rich.plan, rich.envelope)
    expect(layers.map(({ id, title, summary }) => [id, title, summary])).toEqual([
      ['L1', 'System', 'same since turn 1'],
      ['L2', 'Library', '2 kept'],
      ['L3', 'Turn', '3 attached'],
      ['L4', 'History', '1 turn'],
      ['L5', 'User', 'Two'],
    ])
    for (const { id, tokens, hash, segments: parts } of layers) {
      expect(hash).toBe(rich.envelope.layers[id].hash)
      expect(tokens).toBe(parts.reduce((sum, segment) => sum + segment.tokens, 0))
    }
  })

  test('says what each segment is and why it is there', () => {
    expect(words(rich)).toEqual({
      L1: [
        'tool definitions | text | 2 tools | Sent before everything else, in a stable order.',
        'contract | text | Section | Part of the system text.',
        'memory | text | Section | Part of the system text.',
      ],
      L2: [
        'log.md | full | Full, turn 1 | Attached in turn 1, whole: it stood nowhere above.',
        'same.md | full | Full, turn 1 | Attached in turn 1, whole: it stood nowhere above.',
      ],
      L3: [
        'references | reference | Reference | These texts are above, so they are named and not sent twice.',
        'turn 2 | text | Memory | Memory changed inside this epoch.',
        'turn 2 | text | Guidance | For this turn only.',
        'log.md | update | Update +2 −1 | Attached in turn 2; it changed since the model last read it.',
        'new.md | full | Full, turn 2 | Attached in turn 2, whole: it stood nowhere above.',
        'chart.png | text | Image | A picture of this message or of the open note.',
      ],
      L4: [
        'turn 1 | text | Message | What you wrote.',
        'turn 1 | text | Reasoning | The provider requires it back.',
        'read | text | Tool call | The model asked for it.',
        'read | text | Tool result | What the tool gave back.',
        'turn 1 | text | Answer | What the model answered.',
      ],
      L5: ['turn 2 | text | Message | What you wrote.'],
    })
  })

  test('gives the text as it stands, a hash, and the lines of an update', () => {
    const update = find(rich, 'log.md', 'update')
    expect(update).toMatchObject({ added: 2, removed: 1, hash: after.contentHash })
    expect(update?.text).toContain('<context_update path="log.md"')
    expect(find(rich, 'tool definitions', 'text')).toMatchObject({
      text: 'edit, read',
      tokens: rich.plan.leadTokens,
      hash: '',
    })
    const texts = segments(rich).map(({ text }) => text)
    expect(texts).toContain('read {"a":1}')
    expect(texts).toContain('[image chart.png]')
    expect(texts).toContain('what it says')
    expect(texts).toContain('let me see')
    const user = segments(rich).at(-1)
    expect(user?.hash).toBe(rich.plan.prefixHash)
  })

  test('[P-5] a whole update has no line counts', () => {
    const sent = sendAll([
      { text: 'One', attach: [note('a.md', 'old')], model: testModel({ layout: 'ledger' }) },
      { text: 'Two', attach: [note('a.md', 'new')], model: testModel({ layout: 'ledger' }) },
    ])
    const update = find(sent, 'a.md', 'update')
    expect([update?.label, update?.added, update?.removed]).toEqual(['Update, whole', undefined, undefined])
  })

  test('[P-1] what a base holds was kept from an earlier turn, under its heading', () => {
    const sent = sendAll([
      { text: 'One', attach: [before] },
      { text: 'Anew', observed: [{ key: 'log.md', hash: hashText('x') }], rebase: 'settings' },
    ])
    expect(words(sent).L2).toEqual([
      'heading | text | Heading | Says that what follows is reference material.',
      'log.md | full | Full, turn 1 | Kept from an earlier turn.',
    ])
    expect(words(sent).L3).toEqual([
      'turn 2 | text | Changed | A kept note changed; its new text was not attached.',
    ])
    expect(words(sent).L1).toEqual(['contract | text | Section | Part of the system text.'])
  })

  test('summarizes an empty conversation', () => {
    const sent = sendMessage(sendAll([{ text: 'x' }]).state, { text: 'y'.repeat(100) })
    const first = sendAll([{ text: 'x' }])
    const summaries = (from: Sent) =>
      describePlan(from.plan, from.envelope).layers.map(({ summary }) => summary)
    expect(summaries(first)).toEqual([
      'same since turn 1',
      'nothing kept yet',
      'nothing attached',
      'no earlier turns',
      'x',
    ])
    expect(summaries(sent).slice(3)).toEqual(['1 turn', 'y'.repeat(80)])
    expect(summaries(sendMessage(sent.state, { text: 'z' }))[3]).toBe('2 turns')
  })

  test('[C-1] what was described before is described the same, in every turn and after a re-base', () => {
    const described: DescribedBlocks = new WeakMap()
    const model = testModel({ window: 6000 })
    let { state } = sendAll([{ text: 'First', attach: [before], model }])
    const epochs = new Set<number>()
    for (let turn = 2; turn <= 60; turn += 1) {
      const attach = turn === 30 ? [after] : []
      const sent = sendMessage(state, { text: `Question ${turn}`, answer: 'so '.repeat(200), attach, model })
      const { layers } = describePlan(sent.plan, sent.envelope, undefined, described)
      expect(layers).toEqual(describePlan(sent.plan, sent.envelope).layers)
      epochs.add(sent.plan.epoch.id)
      state = sent.state
    }
    expect(epochs.size).toBeGreaterThan(1)
  })

  test('[B-3] [L4-2] names what the budget compacted or stripped, and lists it', () => {
    const model = testModel({ window: 7000 })
    const answer = 'a long answer '.repeat(400)
    const sent = sendAll([
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ text: name, attach: [longNote(name)], answer, model })),
      { text: 'Now', model },
    ])
    const described = words(sent)
    expect(described.L2).toContain(
      'a.md | compacted | Compacted | The budget asked for it; attach it again to read it whole.',
    )
    expect(
      described.L4.some((line) => line.includes('Summary | Stands for turns that the budget left out.')),
    ).toBe(true)
    const { omissions } = describePlan(sent.plan, sent.envelope)
    expect(omissions).toEqual([...sent.plan.omissions].map(([, omission]) => omission))
    expect(omissions.map(({ key }) => key)).toContain('a.md')
  })
})

function segments({ plan, envelope }: Sent): readonly DescribedSegment[] {
  return describePlan(plan, envelope).layers.flatMap((layer) => layer.segments)
}

function find(sent: Sent, name: string, form: DescribedSegment['form']): DescribedSegment | undefined {
  return segments(sent).find((segment) => segment.name === name && segment.form === form)
}

function words({ plan, envelope }: Sent): Readonly<Record<LayerId, readonly string[]>> {
  const layers = describePlan(plan, envelope).layers.map(({ id, segments: parts }) => [
    id,
    parts.map(({ name, form, label, why }) => `${name} | ${form} | ${label} | ${why}`),
  ])
  return Object.fromEntries(layers)
}
