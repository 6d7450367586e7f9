/** A provider that streams text in the form of OpenAI, all answers at one pace, from `go` until `end`. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EVENTS_PER_SECOND, reportUsage } from './plan.ts'

const open: ServerResponse[] = []

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  open.push(response)
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

let count = 0
const send = (response: ServerResponse): void => {
  const at = (performance.timeOrigin + performance.now()).toFixed(2)
  response.write(chunk({ delta: { content: `@${at} ` }, finish_reason: null }))
}

function chunk(choice: object): string {
  const body = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }] })}\n\n`
}

/** Each answer has a place of its own within the beat, as answers of different models would. */
function beat(): void {
  const pause = 1000 / EVENTS_PER_SECOND
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / pause) * open.length)
    for (; count < due; count += 1) {
      const response = open[count % open.length]
      if (response) send(response)
    }
  }, 2)
  process.on('message', (message) => {
    if (message !== 'end') return
    clearInterval(timer)
    for (const response of open) {
      response.write(chunk({ delta: {}, finish_reason: 'stop' }))
      response.end('data: [DONE]\n\n')
    }
  })
}

process.on('message', (message) => {
  if (message === 'go') beat()
})
reportUsage()
