import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from './api/keys.ts'
import { isSignedOut, WebError } from './api/web-error.ts'
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
      // The workspace is what tells the page whether it is signed in: it asks again when any other call was refused.
      onError: (error, { queryKey }) => {
        if (isSignedOut(error) && queryKey[0] !== keys.workspace[0])
          void client.invalidateQueries({ queryKey: keys.workspace })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The server is on this machine: the browser being offline says nothing about it.
        networkMode: 'always',
        // Only what may pass by itself is tried again.
        retry: (count, error) => count < 2 && error instanceof WebError && error.code === 'unreachable',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
