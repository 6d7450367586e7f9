import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { DefinitionTextView } from '@varve/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IDLE_ACTIONS } from '../testing/idle-actions.ts'
import { ActionsContext } from '../workbench/actions.ts'
import { DefinitionTrust } from './definition-panel.tsx'

const FOREIGN: DefinitionTextView = {
  kind: 'skill',
  id: 'plot',
  name: 'plot',
  description: 'Draws.',
  path: 'Varve/Skills/plot.md',
  hash: 'h',
  origin: 'workspace',
  trusted: false,
  problems: [],
  body: 'On disk.',
  content: 'On disk.',
  contentHash: 'c',
}

function render(typed: string | undefined): string {
  const client = new QueryClient()
  IDLE_ACTIONS.memory.unsaved.keep('skill plot', typed === undefined ? undefined : { text: typed, hash: 'c' })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ActionsContext value={IDLE_ACTIONS}>
        <DefinitionTrust definition={FOREIGN} />
      </ActionsContext>
    </QueryClientProvider>,
  )
}

test('trusts the text on disk only if it is the one on screen', () => {
  expect(render(undefined)).toMatch(/<button(?![^>]*disabled)[^>]*>Trust this text/)
  expect(render('On disk.')).toMatch(/<button(?![^>]*disabled)[^>]*>Trust this text/)
  const typed = render('Something else.')
  expect(typed).toMatch(/<button[^>]*disabled[^>]*>Trust this text/)
  expect(typed).toContain('differs from the file')
})
