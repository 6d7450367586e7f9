import type { Message, Part } from '@varve/engine'
import { expect, test } from 'vitest'
import type { WireRequest } from '../wire/wire.ts'
import { buildRequest } from './build-request.ts'
import { describeAdapters, QUESTION, text, textOf, TOOLS } from './testing/conformance-suite.ts'

describeAdapters('tools, images, reasoning', ({ model, headers, record, input, start, send, can }) => {
  test('tools are sent in one order with sorted names, calls return and their results are sent', async () => {
    const call = { id: 'call_1', name: 'readNote', arguments: '{"path":"a b.md"}' }
    const server = await start(
      { headers, chunks: record({ texts: ['Let me see.'], calls: [call] }) },
      { headers, chunks: record({ texts: ['It says x.'] }) },
    )
    const events = await send(server)
    const found = events.find((event) => event.kind === 'tool-call')
    expect(found).toMatchObject({ tool: 'readNote', arguments: call.arguments })
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'tool-calls' })
    const callId = found?.kind === 'tool-call' ? found.callId : ''
    const answer: readonly Message[] = [
      ...QUESTION,
      {
        role: 'assistant',
        parts: [
          text('Let me see.'),
          { kind: 'tool-call', callId, tool: 'readNote', arguments: call.arguments },
        ],
      },
      { role: 'tool', parts: [{ kind: 'tool-result', callId, tool: 'readNote', text: 'x' }] },
    ]
    expect(textOf(await send(server, { ...input, messages: answer, tools: [...TOOLS].reverse() }))).toBe(
      'It says x.',
    )
    const [first = '', second = ''] = server.received.map(({ bodyText }) => bodyText)
    expect(first.indexOf('"listNotes"')).toBeLessThan(first.indexOf('"readNote"'))
    expect(toolsOf(second)).toBe(toolsOf(first))
    expect(second).toContain('a b.md')
  })

  can('images', 'a picture goes as its bytes; a lost one as a line', async () => {
    const bytes = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
    const image = { hash: 'h1', mediaType: 'image/png', name: 'p.png' }
    const lost = { hash: 'h2', mediaType: 'image/png', name: 'gone.png' }
    const parts: readonly Part[] = [
      { kind: 'image', image },
      { kind: 'image', image: lost },
      text('\n\nSee?'),
    ]
    const request = await buildRequest({
      ...input,
      messages: [{ role: 'user', parts }],
      getImage: async (hash) => (hash === 'h1' ? bytes : undefined),
    })
    expect(request.bodyText).toContain(Buffer.from(bytes).toString('base64'))
    expect(request.bodyText).toContain('[image gone.png: not available]')
    expect(request.losses).toEqual([{ what: 'image gone.png', why: 'its bytes are gone' }])
  })

  can('reasoning', 'reasoning goes back to the model it came from, and to no other', async () => {
    const thinking = { text: 'First I think.', signature: 'c2lnbmF0dXJl' }
    const call = { id: 'call_1', name: 'readNote', arguments: '{}' }
    const server = await start({ headers, chunks: record({ thinking, texts: ['Hm.'], calls: [call] }) })
    const events = await send(server)
    const thought = events.filter((event) => event.kind === 'reasoning')
    expect(thought.map(({ delta }) => delta).join('')).toBe('First I think.')
    const opaque = thought.flatMap((event) => event.opaque ?? [])
    expect(opaque).toHaveLength(1)
    const replayed = (from: string): Promise<WireRequest> => {
      const reasoning = {
        kind: 'reasoning',
        text: 'First I think.',
        model: from,
        opaque: opaque[0] ?? '',
      } as const
      const calls = { kind: 'tool-call', callId: 'call_1', tool: 'readNote', arguments: '{}' } as const
      const result = { kind: 'tool-result', callId: 'call_1', tool: 'readNote', text: 'x' } as const
      const messages: readonly Message[] = [
        ...QUESTION,
        { role: 'assistant', parts: [reasoning, text('Hm.'), calls] },
        { role: 'tool', parts: [result] },
      ]
      return buildRequest({ ...input, messages })
    }
    const own = await replayed(model.id)
    expect(own.bodyText).toContain(thinking.signature)
    expect(own.losses).toEqual([])
    const foreign = await replayed('other/model')
    expect(foreign.bodyText).not.toContain(thinking.signature)
    expect(foreign.bodyText).not.toContain('First I think.')
    expect(foreign.losses).toContainEqual({ what: 'reasoning', why: 'it is of another model (other/model)' })
  })
})

function toolsOf(bodyText: string): string {
  const body = JSON.parse(bodyText) as { readonly tools?: unknown }
  return JSON.stringify(body.tools)
}
