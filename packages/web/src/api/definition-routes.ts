import type {
  DefinitionCheckView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
} from '@varve/server/types'
import { request } from './request.ts'
import { workspaceApi } from './workspace-api.ts'

const definition = (kind: DefinitionKind, id: string) =>
  `${workspaceApi()}/definitions/${kind}/${encodeURIComponent(id)}`

/** Agents, skills, templates and projects. */
export const definitionRoutes = {
  definitions: () => request<readonly DefinitionView[]>(`${workspaceApi()}/definitions`),
  definition: (kind: DefinitionKind, id: string) => request<DefinitionTextView>(definition(kind, id)),
  /** `contentHash` is that of the file that it replaces; none where there is none of the workspace's own. */
  writeDefinition: (kind: DefinitionKind, id: string, content: string, contentHash: string | undefined) =>
    request<DefinitionTextView>(definition(kind, id), {
      method: 'PUT',
      body: { content, ...(contentHash === undefined ? {} : { contentHash }) },
    }),
  /** What would be wrong with this text; nothing is written. */
  checkDefinition: (kind: DefinitionKind, id: string, content: string, signal: AbortSignal) =>
    request<DefinitionCheckView>(`${definition(kind, id)}/check`, {
      method: 'POST',
      body: { content },
      signal,
    }),
  /** Into the trash of the workspace. */
  removeDefinition: (kind: DefinitionKind, id: string, contentHash: string) =>
    request<{ readonly path: string; readonly trashId: string }>(
      `${definition(kind, id)}?expect=${encodeURIComponent(contentHash)}`,
      { method: 'DELETE' },
    ),
  /** `hash` is that of what was looked at. */
  trustDefinition: (kind: DefinitionKind, id: string, hash: string, trusted: boolean) =>
    request<DefinitionTextView>(`${definition(kind, id)}/trust`, { method: 'POST', body: { hash, trusted } }),
} as const
