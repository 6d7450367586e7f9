import type { DefinitionKind } from '@varve/contract'
import { useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

/** Agents, skills, templates and projects. Their files change outside the page too. */
export function useDefinitions(enabled = true) {
  return useQuery({ queryKey: keys.definitions, queryFn: routes.definitions, enabled, staleTime: 5_000 })
}

export function useDefinition(kind: DefinitionKind, id: string) {
  return useQuery({
    queryKey: keys.definition(kind, id),
    queryFn: () => routes.definition(kind, id),
    staleTime: 0,
  })
}

export function useToolRules() {
  return useQuery({ queryKey: keys.toolRules, queryFn: routes.toolRules, staleTime: 0 })
}

/** Asked again while a server is starting. */
export function useMcp() {
  return useQuery({
    queryKey: keys.mcp,
    queryFn: routes.mcp,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.servers.some(({ state }) => state === 'connecting') ? 1000 : false,
  })
}
