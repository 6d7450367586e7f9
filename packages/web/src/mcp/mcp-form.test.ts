import { expect, test } from 'vitest'
import { entryOf, fieldsOf } from './mcp-form.tsx'

test.each([
  { command: 'npx', args: ['-y', 'some server'], env: { LEVEL: '1', URL: 'a=b' } },
  { command: 'node' },
  { url: 'https://mcp.example/', headers: { Authorization: 'Bearer ${VARVE_MCP_TRACKER}' } },
  { url: 'http://nas:3000/mcp', local: true },
])('an entry is the same after it was shown in the form: %j', (entry) => {
  const content = JSON.stringify({ mcpServers: { own: entry, other: { url: 'https://other.example/' } } })
  expect(entryOf(fieldsOf('own', content))).toEqual(entry)
})

test('blank lines and blanks around a value are no part of it', () => {
  const fields = fieldsOf('own', '{}')
  expect(
    entryOf({ ...fields, kind: 'stdio', command: ' npx ', args: '\n -y \n\n', env: ' A = 1 \n' }),
  ).toEqual({
    command: 'npx',
    args: ['-y'],
    env: { A: '1' },
  })
})
