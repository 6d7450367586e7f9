import type {
  DefinitionCheckView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
  InstructionView,
} from '@varve/server/types'
import { request } from './request.ts'
import { workspaceApi } from './workspace-api.ts'

interface Named {
  readonly kind: DefinitionKind
  readonly id: string
}

interface DefinitionToWrite extends Named {
  readonly content: string
  /** Of the file that it replaces; none where there is none of the workspace's own. */
  readonly contentHash: string | undefined
}

interface DefinitionToTrust extends Named {
  /** Of what was looked at. */
  readonly hash: string
  readonly trusted: boolean
}

const definition = (kind: DefinitionKind, id: string) =>
  `${workspaceApi()}/definitions/${kind}/${encodeURIComponent(id)}`

/** Agents, skills, templates and projects. */
export const definitionRoutes = {
  definitions: () => request<readonly DefinitionView[]>(`${workspaceApi()}/definitions`),
  definition: (kind: DefinitionKind, id: string) => request<DefinitionTextView>(definition(kind, id)),
  writeDefinition: ({ kind, id, content, contentHash }: DefinitionToWrite) =>
    request<DefinitionTextView>(definition(kind, id), {
      method: 'PUT',
      body: { content, ...(contentHash === undefined ? {} : { contentHash }) },
    }),
  /** What would be wrong with this text; nothing is written. */
  checkDefinition: ({ kind, id, content }: Named & { readonly content: string }, signal: AbortSignal) =>
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
  trustDefinition: ({ kind, id, hash, trusted }: DefinitionToTrust) =>
    request<DefinitionTextView>(`${definition(kind, id)}/trust`, { method: 'POST', body: { hash, trusted } }),
  instructions: () => request<readonly InstructionView[]>(`${workspaceApi()}/instructions`),
  trustInstruction: ({ path, hash }: Pick<InstructionView, 'path' | 'hash'>, trusted: boolean) =>
    request<InstructionView>(`${workspaceApi()}/instructions/trust`, {
      method: 'POST',
      body: { path, hash, trusted },
    }),
} as const
