import { hashText } from '@varve/engine/internal'
import type { WireRequest } from '@varve/providers'
import { expect, test } from 'vitest'
import { readWire, recordWire } from './recorded-wire.ts'

function wire(body: WireRequest['body'], bodyText = JSON.stringify(body)): WireRequest {
  return { protocol: 'openai-chat', path: '/v1/x', losses: [], body, bodyText } as unknown as WireRequest
}

test('a body is restored byte for byte, even in unusual JSON', () => {
  for (const text of ['{"a":1}', '{ "a": 1 }', '{"$text":"abc"}'])
    expect(readWire(recordWire(wire(JSON.parse(text) as WireRequest['body'], text))).bodyText).toBe(text)
})

test('a body over the limit is recorded by size and hash', () => {
  const bodyText = JSON.stringify({ a: 'x'.repeat(2000) })
  const recorded = recordWire(wire(JSON.parse(bodyText) as WireRequest['body'], bodyText), 1000)
  expect(JSON.stringify(recorded)).not.toContain('xx')
  expect(readWire(recorded)).toMatchObject({
    bodyText: '',
    leftOut: { characters: bodyText.length, hash: hashText(bodyText) },
  })
})
