import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { McpListView, McpServerView } from '@varve/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keys } from '../api/keys.ts'
import { type Actions, ActionsContext } from '../workbench/actions.ts'
import { McpSettings } from './mcp-settings.tsx'

const SERVER: McpServerView = {
  name: 'files',
  kind: 'stdio',
  target: 'npx -y files <b>x</b>',
  sets: ['TOKEN'],
  remote: false,
  hash: 'h',
  trusted: false,
  state: 'off',
  problems: [],
  tools: [],
}

function render(list: Partial<McpListView>): string {
  const client = new QueryClient()
  client.setQueryData(keys.mcp, { path: 'Varve/mcp.json', exists: true, problems: [], servers: [], ...list })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ActionsContext value={{ openFile: () => undefined } as unknown as Actions}>
        <McpSettings />
      </ActionsContext>
    </QueryClientProvider>,
  )
}

test('without a config file a server can be added, and no file is offered', () => {
  expect(render({ exists: false })).toContain('Add a server')
  expect(render({ exists: false })).not.toContain('Open Varve/mcp.json')
  expect(render({ exists: true })).toContain('Open Varve/mcp.json')
})

test('an untrusted server shows what would run, and offers only the switch', () => {
  const html = render({ servers: [SERVER] })
  expect(html).toContain('Trust “files”')
  expect(html).toContain('npx -y files &lt;b&gt;x&lt;/b&gt;')
  expect(html).toContain('With the variables TOKEN.')
  expect(html).not.toContain('checked=""')
  expect(html).not.toMatch(/Connect<|Start again<|<details/)
})

test('a trusted server shows its tools, its problems and a restart button', () => {
  const tools = [{ name: 'mcp__files__look', tool: 'look', description: 'Looks.' }]
  const problems = ['Two tools are called "x".']
  const html = render({
    servers: [{ ...SERVER, trusted: true, state: 'ready', tools, problems }],
    problems: [{ line: 3, place: 'mcpServers.two.command', message: 'It must be a text.' }],
  })
  for (const part of ['checked=""', 'Start again', '<dt>look</dt>', 'Two tools are called', 'line 3'])
    expect(html).toContain(part)
})

test('one that wants its user to sign in has a button for it, in place of the one that connects', () => {
  const html = render({ servers: [{ ...SERVER, trusted: true, state: 'sign-in' }] })
  for (const part of ['Sign-in needed', 'Sign in<']) expect(html).toContain(part)
  expect(html).not.toMatch(/Connect<|Start again</)
})
