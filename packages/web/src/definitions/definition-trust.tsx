import type { DefinitionTextView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { chatChange } from '../api/chat-changes.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { showDefinition } from '../api/show-definition.ts'
import { WebError } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { wordsFor } from '../view-model/rules/definition-words.ts'
import { useDefinitionDraft } from './use-definition-draft.ts'

/** What was not written in Varve does nothing until someone has looked at it. */
export function DefinitionTrust({ definition }: { readonly definition: DefinitionTextView }) {
  const client = useQueryClient()
  const reasonId = useId()
  // Trusted is what lies on disk; only that may stand below while it is.
  const { isChanged } = useDefinitionDraft(definition)
  const { kind, id, hash, trusted, origin, problems } = definition
  const trust = useMutation({
    mutationFn: (isTrusted: boolean) =>
      chatChange(routes.trustDefinition({ kind, id, hash, trusted: isTrusted })),
    onSuccess: async (now) => {
      await showDefinition(client, now)
      await client.invalidateQueries({ queryKey: keys.forecast })
    },
    // What was looked at is not what lies there now: that is shown, and has to be looked at in turn.
    onError: async (error) => {
      if (hasChanged(error)) await client.invalidateQueries({ queryKey: keys.definitions })
    },
  })
  const failure = hasChanged(trust.error) ? (
    <Notice tone="warn" title="The file has changed since. Below is what it says now: look at it again." />
  ) : trust.error ? (
    <ErrorNotice error={trust.error} />
  ) : null
  // A file with mistakes does nothing either way; those come first.
  if (origin === 'built-in' || trusted || problems.length > 0) return failure
  return (
    <Notice tone="warn" title={`This ${wordsFor(kind).one} was not written here, and does nothing yet.`}>
      <p>Read it first: once trusted, models follow it as they follow you, also after you edit it.</p>
      <div className="notice-actions">
        <Button
          small
          disabled={trust.isPending || isChanged}
          aria-describedby={isChanged ? reasonId : undefined}
          onClick={() => trust.mutate(true)}
        >
          Trust this text
        </Button>
      </div>
      {isChanged ? (
        <p id={reasonId}>
          What is typed below is not what the file says: revert it to see and trust the file, or save it as
          your own.
        </p>
      ) : null}
      {failure}
    </Notice>
  )
}

function hasChanged(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'file-changed'
}
