import { expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { note, sendAll } from '../testing/walkthroughs/send-message.ts'
import { hashEnvelope } from './assemble-envelope.ts'

test('[E-1] an envelope has a version, ids, five layers, one content hash, warnings and counts', () => {
  const { envelope } = sendAll([
    { text: 'One', attach: [note('a.md', 'a'), note('b.md', 'b')] },
    { text: 'Two', attach: [note('c.md', 'c')] },
    {
      text: 'Three',
      attach: [note('d.md', 'd')],
      forget: ['a.md', 'unknown.md'],
      gathered: [{ tool: 'search', arguments: '{}', text: 'one hit', recoverable: true }],
    },
  ])
  const { layers, ...rest } = envelope
  expect(rest).toMatchObject({
    version: 1,
    conversationId: 'walkthrough',
    turnId: 'turn-3',
    turn: 3,
    contentHash: hashEnvelope(layers),
    forgotten: ['a.md'],
    statistics: { kept: 2, attached: 1, turns: 2, toolResults: 1 },
  })
  expect(rest.warnings.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['unknown-forget unknown.md'])
  expect(Object.entries(layers).map(([id, layer]) => [id, layer.id, [...layer.segments].length])).toEqual([
    ['L1', 'L1', 1],
    ['L2', 'L2', 2],
    ['L3', 'L3', 2],
    ['L4', 'L4', 2],
    ['L5', 'L5', 1],
  ])
  const hashes = [layers.L1, layers.L2, layers.L3, layers.L4, layers.L5].map(({ hash }) => hash)
  expect(rest.contentHash).toBe(hashText(['envelope 1', ...hashes].join('\n')))
})
