import { expect, test } from 'vitest'
import { entryOf, fieldsOf } from './mcp-form.tsx'

test.each([
  { command: 'npx', args: ['-y', 'some server'], env: { LEVEL: '1', URL: 'a=b' } },
  { command: 'node' },
  { url: 'https://mcp.example/', headers: { Authorization: 'Bearer ${VARVE_MCP_TRACKER}' } },
  { url: 'http://nas:3000/mcp', local: true },
])('an entry survives the form: %j', (entry) => {
  const content = JSON.stringify({ mcpServers: { own: entry, other: { url: 'https://other.example/' } } })
  expect(entryOf(fieldsOf('own', content))).toEqual(entry)
})

test('trims values and skips blank lines', () => {
  const fields = fieldsOf('own', '{}')
  expect(
    entryOf({ ...fields, kind: 'stdio', command: ' npx ', args: '\n -y \n\n', env: ' A = 1 \n' }),
  ).toEqual({
    command: 'npx',
    args: ['-y'],
    env: { A: '1' },
  })
})
