import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import type { TurnSegment } from './envelope.ts'
import type { TurnRecord } from '../state/state.ts'
import { note } from '../testing/walkthroughs/send-message.ts'
import { buildTurnLayer } from './assemble-envelope.ts'
import { hashLayer } from '../layer/section.ts'

const plan = note('plan.md', 'Learn to play.')
const image = { hash: hashText('pixels'), mediaType: 'image/png', name: 'chart.png' }
const RECORD: TurnRecord = {
  number: 3,
  turnId: 'turn-3',
  at: 0,
  text: 'And?',
  attached: [{ artifact: plan, freshness: 'update', pinned: false, ownPriority: 'normal' }],
  images: [image],
  gathered: [
    { tool: 'search', arguments: '{"q":1}', text: 'one hit', recoverable: true },
    { tool: 'search', arguments: '{"q":2}', text: 'two hits', recoverable: true },
  ],
  guidance: 'It is Monday.',
  observed: [{ key: 'log.md', hash: hashText('new log') }],
  steps: {},
  hash: hashText('record'),
}

describe('[L3-3] buildTurnLayer', () => {
  test('lists tool results, attachments, changes, pictures and guidance, in this order', () => {
    const { id, segments, hash } = buildTurnLayer(RECORD)
    expect([...segments].map(({ hash: _hash, ...segment }) => segment)).toEqual([
      part('tool-result', { key: 'search#1', title: 'search', text: 'one hit' }),
      part('tool-result', { key: 'search#2', title: 'search', text: 'two hits' }),
      {
        kind: 'attached',
        key: 'plan.md',
        title: plan.title,
        text: plan.content,
        contentHash: plan.contentHash,
        artifact: plan,
      },
      { kind: 'changed', key: 'log.md', title: 'log.md', text: '', contentHash: hashText('new log') },
      { kind: 'image', key: 'chart.png#1', title: 'chart.png', text: '', contentHash: image.hash },
      part('guidance', { key: 'guidance', title: 'Guidance', text: 'It is Monday.' }),
    ])
    expect([id, hash]).toEqual(['L3', hashLayer('L3', segments)])
  })

  test('has no guidance where there is none', () => {
    const { segments } = buildTurnLayer({ ...RECORD, guidance: '', gathered: [], images: [], observed: [] })
    expect([...segments].map(({ kind }) => kind)).toEqual(['attached'])
  })

  test.each<[string, Partial<TurnRecord>]>([
    ['a tool', { gathered: [{ ...RECORD.gathered[0]!, tool: 'find' }, RECORD.gathered[1]!] }],
    ['its arguments', { gathered: [{ ...RECORD.gathered[0]!, arguments: '{}' }, RECORD.gathered[1]!] }],
    ['its result', { gathered: [{ ...RECORD.gathered[0]!, text: 'none' }, RECORD.gathered[1]!] }],
    ['the kind of an artifact', attached({ kind: 'file' })],
    ['its key', attached({ key: 'other.md' })],
    ['its title', attached({ title: 'Another' })],
    ['its version', attached({ contentHash: hashText('other') })],
    ['what changed', { observed: [{ key: 'a.md', hash: hashText('new log') }] }],
    ['the version it changed to', { observed: [{ key: 'log.md', hash: hashText('newer') }] }],
    ['a picture', { images: [{ ...image, hash: hashText('others') }] }],
    ['the type of a picture', { images: [{ ...image, mediaType: 'image/jpeg' }] }],
    ['guidance', { guidance: 'It is Tuesday.' }],
  ])('[E-1] another hash when %s changes', (_name, changes) => {
    expect(buildTurnLayer({ ...RECORD, ...changes }).hash).not.toBe(buildTurnLayer(RECORD).hash)
  })
})

function part(kind: TurnSegment['kind'], rest: { key: string; title: string; text: string }) {
  return { kind, ...rest, contentHash: hashText(rest.text) }
}

function attached(changes: Partial<typeof plan>): Partial<TurnRecord> {
  return { attached: [{ ...RECORD.attached[0]!, artifact: { ...plan, ...changes } }] }
}
