import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { StrictMode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { keepPageKey, lastWorkspace, parseWorkspacePath, workspaceHref } from './api/address.ts'
import { rememberBrowser } from './api/browser-key.ts'
import { keys } from './api/keys.ts'
import { routes } from './api/routes.ts'
import { isOfServer, isSignedOut, WebError } from './parts/web-error.ts'
import { Shell } from './shell/shell.tsx'
import { WorkbenchProvider } from './workbench/workbench.tsx'

// Before anything else listens.
keepInputMethodKeys()
// What a click changes is shown before the next frame: a switch would fall back until then.
notifyManager.setScheduler(queueMicrotask)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
if (keepPageKey()) void rememberBrowser()
void open(createRoot(root))

async function open(page: Root): Promise<void> {
  // Each workspace has one address, so that drafts and links belong to it.
  if (parseWorkspacePath(location.pathname) === undefined) {
    const id = lastWorkspace() ?? (await firstWorkspace())
    if (id !== undefined) history.replaceState(history.state, '', workspaceHref(id) + location.hash)
  }
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Undefined where it cannot be had: the page then says why. */
async function firstWorkspace(): Promise<string | undefined> {
  return (await routes.workspace().catch(() => undefined))?.id
}

/**
 * While an input method composes, its keys belong to it alone: none of them sends, picks, closes or moves anything. Safari
 * says so of the Enter that ends a composition only by the old key code.
 */
function keepInputMethodKeys(): void {
  const keep = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, true)
}

function App() {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <WorkbenchProvider>
        <Shell />
      </WorkbenchProvider>
    </QueryClientProvider>
  )
}

function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // The workspace is what tells the page how its server is: it asks again when any other call did not get through,
      // unless it says so already.
      onError: (error, { queryKey }) => {
        const known = client.getQueryState(keys.workspace)?.error
        const isNews = isOfServer(error) && !(isOfServer(known) && isSignedOut(known) === isSignedOut(error))
        if (isNews && queryKey[0] !== keys.workspace[0])
          void client.invalidateQueries({ queryKey: keys.workspace }, { cancelRefetch: false })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The server is on this machine: the browser being offline says nothing about it.
        networkMode: 'always',
        // Only what may pass by itself is tried again; what was waited for long enough is not.
        retry: (count, error) =>
          count < 2 && error instanceof WebError && error.code === 'unreachable' && !error.isTimeout,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
