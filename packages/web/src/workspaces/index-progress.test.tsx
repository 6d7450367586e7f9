import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { IndexView } from '@varve/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keys } from '../api/keys.ts'
import { IDLE_ACTIONS } from '../testing/idle-actions.ts'
import { ActionsContext } from '../workbench/actions.ts'
import { IndexProgress } from './index-progress.tsx'

function render(index: IndexView): string {
  const client = new QueryClient()
  client.setQueryData(keys.index, index)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ActionsContext value={IDLE_ACTIONS}>
        <IndexProgress />
      </ActionsContext>
    </QueryClientProvider>,
  )
}

test('names the file being read', () => {
  const index = { state: 'indexing', filesDone: 5, filesTotal: 9, problems: [] } as const
  const html = render({ ...index, currentFile: 'a/tide.md' })
  expect(html).toContain('Reading 5 of 9 files')
  expect(html).toMatch(/title="a\/tide\.md"[^]*tide\.md/)
  expect(render(index)).not.toContain('index-file')
})
