/** What passing a stream on costs at least: the bytes of the provider, written as they come. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportUsage } from './plan.ts'

const port = Number(process.argv[2])

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  request({ port, host: '127.0.0.1', method: 'POST' }, (upstream) => {
    upstream.on('data', (bytes: Buffer) => response.write(bytes))
    upstream.on('end', () => response.end())
  }).end('{}')
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
reportUsage()
