/** A provider in the form of OpenAI that answers at once: what is measured is who stands between. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportUsage } from '../stream/plan.ts'

const WORDS = Array.from({ length: 20 }, (_, at) => `word ${at} of an answer, `)

function chunk(choice: object, more: object = {}): string {
  const body = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }], ...more })}\n\n`
}

const ANSWER = [
  ...WORDS.map((content) => chunk({ delta: { content }, finish_reason: null })),
  chunk(
    { delta: {}, finish_reason: 'stop' },
    { usage: { prompt_tokens: 100, completion_tokens: 120, total_tokens: 220 } },
  ),
  'data: [DONE]\n\n',
].join('')

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ANSWER)
  })
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
reportUsage()
