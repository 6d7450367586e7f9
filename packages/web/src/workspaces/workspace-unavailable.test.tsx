import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { WorkspaceView } from '@varve/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keys } from '../api/keys.ts'
import { WebError } from '../parts/web-error.ts'
import { IDLE_ACTIONS } from '../testing/idle-actions.ts'
import { ActionsContext } from '../workbench/actions.ts'
import { FilesError } from './workspace-menu.tsx'

interface Failed {
  readonly error?: WebError
  /** Of the workspace. */
  readonly whole?: WebError
}

function render(workspace: Partial<WorkspaceView>, { error, whole }: Failed = {}): string {
  const client = new QueryClient()
  client.setQueryData(keys.workspace, { id: 'w', name: 'Notes', kind: 'folder', fileCount: 0, ...workspace })
  if (whole)
    client.getQueryCache().find({ queryKey: keys.workspace })?.setState({ error: whole, status: 'error' })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ActionsContext value={IDLE_ACTIONS}>
        <FilesError error={error ?? new WebError('refused', 'No.')} onRetry={() => undefined} />
      </ActionsContext>
    </QueryClientProvider>,
  )
}

test('an unavailable workspace says why, and offers another folder', () => {
  const html = render({ unavailable: 'The folder of this workspace is not there.' })
  expect(html).toContain('The folder of this workspace is not there.')
  expect(html).toContain('Choose another folder')
  expect(html).not.toContain('Change it and try again')
})

test('any other failed call says what it is', () => {
  expect(render({})).toContain('No.')
})

test('an expired session or unreachable server is not repeated here', () => {
  const signedOut = new WebError('signed-out', 'Who is this?')
  expect(render({}, { error: signedOut })).toBe('')
  expect(render({}, { error: new WebError('unreachable', 'No.'), whole: signedOut })).toBe('')
  expect(render({}, { error: new WebError('unreachable', 'No.') })).toContain('Varve isn’t responding.')
})
