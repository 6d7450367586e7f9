/** The least that can stand between a client and its provider: bytes in both directions, over kept connections. */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportUsage } from '../stream/plan.ts'

const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true })

const server = createServer((given, response) => {
  const { method, url: path } = given
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key' }
  const upstream = request({ port, host: '127.0.0.1', method, path, agent, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  given.pipe(upstream)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
reportUsage()
