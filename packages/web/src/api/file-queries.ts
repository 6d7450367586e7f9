import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

export function useFiles() {
  return useQuery({ queryKey: keys.files, queryFn: routes.files })
}

export function useTags(enabled: boolean) {
  return useQuery({ queryKey: keys.tags, queryFn: routes.tags, enabled })
}

/** What a file was before, newest first. */
export function useVersions(path: string) {
  return useQuery({ queryKey: keys.versions(path), queryFn: () => routes.versions(path), staleTime: 0 })
}

/** What has changed in a file since one of its versions. */
export function useFileDiff(path: string, from: string) {
  return useQuery({
    queryKey: [...keys.versions(path), from],
    queryFn: () => routes.fileDiff(path, from),
    staleTime: 0,
  })
}

/** Files change outside the page: what is shown is what is on disk now. */
export function useFileContent(path: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.content(path),
    queryFn: () => routes.fileContent(path),
    enabled,
    staleTime: 0,
  })
}

export function useRelated(path: string, enabled: boolean) {
  return useQuery({ queryKey: keys.related(path), queryFn: () => routes.related(path), enabled })
}

export function useRecentFiles() {
  return useQuery({ queryKey: keys.recentFiles, queryFn: routes.recentFiles })
}

/** Answers to the last words stay in view until those to the next are there. */
export function useSearch(text: string, limit: number) {
  return useQuery({
    queryKey: [...keys.search, text, limit],
    queryFn: ({ signal }) => routes.search(text, limit, signal),
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })
}

/** The index has read more: what lists files or searches them may be asked again. */
export async function renewFiles(client: QueryClient): Promise<void> {
  await Promise.all(
    [
      keys.files,
      keys.workspace,
      keys.search,
      keys.recentFiles,
      keys.tags,
      keys.definitions,
      ['related'],
      ['content'],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
