import type { DefinitionTextView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatChange } from '../api/chat-changes.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { showDefinition } from '../api/show-definition.ts'
import { WebError } from '../api/web-error.ts'
import type { UnsavedText } from '../workbench/unsaved-texts.ts'
import { useUnsavedText } from '../workbench/use-unsaved-text.ts'

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

/** What is typed and not saved yet, over what the workspace has. */
export function useDefinitionDraft(definition: DefinitionTextView): DefinitionDraft {
  const client = useQueryClient()
  const { kind, id, content, contentHash } = definition
  const { typed: draft, latest, keep } = useUnsavedText(`${kind} ${id}`)
  const begun = draft ? draft.hash : contentHash
  const write = useMutation({
    mutationFn: (written: UnsavedText) =>
      chatChange(routes.writeDefinition({ kind, id, content: written.text, contentHash: written.hash })),
    onSuccess: async (now, written) => {
      await showDefinition(client, now)
      // What was typed while it was on its way is kept.
      const typed = latest()
      keep(typed && typed.text !== written.text ? { text: typed.text, hash: now.contentHash } : undefined)
      await Promise.all([
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
    change: (next) => keep(next === content ? undefined : { text: next, hash: begun }),
    revert: () => {
      keep(undefined)
      write.reset()
    },
    save: () => write.mutate({ text, hash: begun }),
    saveOver: async () => {
      const now = await client.fetchQuery({
        queryKey: keys.definition(kind, id),
        queryFn: () => routes.definition(kind, id),
        staleTime: 0,
      })
      write.mutate({ text, hash: now.contentHash })
    },
  }
}
