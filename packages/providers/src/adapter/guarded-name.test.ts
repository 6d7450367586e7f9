import type { Message } from '@varve/engine'
import { describe, expect, test } from 'vitest'
import { estimateTokenizer } from '@varve/engine'
import { bodyBlocks } from '../wire/body-blocks.ts'
import { buildRequest } from './build-request.ts'
import { CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

function conversation(tool: string): readonly Message[] {
  const argument = '{"q":"a","n":1}'
  return [
    { role: 'user', parts: [{ kind: 'text', text: 'Look.' }] },
    { role: 'assistant', parts: [{ kind: 'tool-call', callId: 'c1', tool, arguments: argument }] },
    { role: 'tool', parts: [{ kind: 'tool-result', callId: 'c1', tool, text: 'found' }] },
  ]
}

describe.each(CONFORMANCE_ADAPTERS)('a tool with an inherited name: $name', ({ model }) => {
  test.each(INHERITED)('%s is sent as any other name', async (tool) => {
    const build = (name: string): ReturnType<typeof buildRequest> =>
      buildRequest({
        model,
        messages: conversation(name),
        tools: [{ name, description: 'Looks.', parameters: { type: 'object', properties: {} } }],
      })
    const request = await build(tool)
    const usual = await build('look_it_up')
    expect(request.bodyText).toBe(usual.bodyText.replaceAll('"look_it_up"', JSON.stringify(tool)))
    const usualLosses = JSON.stringify(usual.losses).replaceAll('look_it_up', tool)
    expect(JSON.stringify(request.losses)).toBe(usualLosses)
    expect(bodyBlocks(request.protocol, request.body, estimateTokenizer()).length).toBeGreaterThan(2)
  })
})
