import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { WebError } from './api/web-error.ts'
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
  return new QueryClient({
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
}
