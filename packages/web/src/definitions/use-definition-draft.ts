import type { DefinitionTextView } from '@varve/server/types'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../api/web-error.ts'

interface Draft {
  readonly text: string
  /** Of what it was begun with; undefined for one that the workspace has none of. */
  readonly contentHash: string | undefined
}

export interface DefinitionDraft {
  readonly text: string
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly error: unknown
  /** The file was changed by others since this was begun. */
  readonly isConflict: boolean
  readonly change: (text: string) => void
  readonly revert: () => void
  readonly save: () => void
  /** Over what others wrote meanwhile; that becomes an earlier version. */
  readonly saveOver: () => Promise<void>
}

/** What is typed and not saved yet. It outlives looking at something else. */
export function useDefinitionDraft(definition: DefinitionTextView): DefinitionDraft {
  const client = useQueryClient()
  const { kind, id, content, contentHash } = definition
  const queryKey = ['definition-draft', kind, id]
  const { data: draft } = useQuery<Draft | null>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const keep = (next: Draft | null) => client.setQueryData<Draft | null>(queryKey, next)
  const write = useMutation({
    mutationFn: (written: Draft) => routes.writeDefinition(kind, id, written.text, written.contentHash),
    onSuccess: async (now, written) => {
      client.setQueryData(keys.definition(kind, id), now)
      // What was typed while it was on its way is kept.
      const typed = client.getQueryData<Draft | null>(queryKey)
      keep(typed && typed.text !== written.text ? { text: typed.text, contentHash: now.contentHash } : null)
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.definitions }),
        client.invalidateQueries({ queryKey: keys.forecast }),
        client.invalidateQueries({ queryKey: keys.versions(now.path) }),
      ])
    },
  })
  const text = draft?.text ?? content
  const isChanged = text !== content
  return {
    text,
    isChanged,
    isSaving: write.isPending,
    isSaved: write.isSuccess && !isChanged,
    error: write.error,
    isConflict: write.error instanceof WebError && write.error.serverCode === 'file-changed',
    change: (next) => keep({ text: next, contentHash: draft ? draft.contentHash : contentHash }),
    revert: () => {
      keep(null)
      write.reset()
    },
    save: () => write.mutate({ text, contentHash: draft ? draft.contentHash : contentHash }),
    saveOver: async () => {
      const now = await client.fetchQuery({
        queryKey: keys.definition(kind, id),
        queryFn: () => routes.definition(kind, id),
        staleTime: 0,
      })
      write.mutate({ text, contentHash: now.contentHash })
    },
  }
}
