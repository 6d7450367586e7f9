import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from './api/keys.ts'
import { isOfServer, isSignedOut, WebError } from './api/web-error.ts'
import { Shell } from './shell/shell.tsx'
import { WorkbenchProvider } from './workbench/workbench.tsx'

export function App() {
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
