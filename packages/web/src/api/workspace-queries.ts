import type { IndexView } from '@varve/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

/** Once it has been opened it is answered at once, unless the server hangs. */
const PATIENCE_MILLISECONDS = 3_000

/** The workspace of the page. It also tells how the server is. */
export function useWorkspace() {
  return useQuery({
    queryKey: keys.workspace,
    queryFn: ({ client, queryKey }) =>
      routes.workspace(client.getQueryData(queryKey) ? PATIENCE_MILLISECONDS : undefined),
  })
}

export function useStatistics() {
  return useQuery({ queryKey: keys.statistics, queryFn: routes.statistics, staleTime: 0 })
}

export function useMemory() {
  return useQuery({ queryKey: keys.memory, queryFn: routes.memory, staleTime: 0 })
}

export function useInstructions() {
  return useQuery({ queryKey: keys.instructions, queryFn: routes.instructions, staleTime: 0 })
}

export function useWorkspaces(enabled: boolean) {
  return useQuery({ queryKey: keys.workspaces, queryFn: routes.workspaces, enabled })
}

/** What was listed before stays in view until the next folder is there. */
export function useFolders(path: string | undefined) {
  return useQuery({
    queryKey: keys.folders(path),
    queryFn: () => routes.folders(path),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** What the index said last; the stream of its events puts it here. */
export function useIndex(): IndexView | undefined {
  const { data } = useQuery<IndexView>({
    queryKey: keys.index,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const { data: workspace } = useWorkspace()
  return data ?? workspace?.index
}
