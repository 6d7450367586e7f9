import type { InstructionView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { chatChange } from '../api/chat-changes.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { useInstructions } from '../api/workspace-queries.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'

/** The files that models follow, and whether they are trusted. */
export function InstructionSettings() {
  const { data, error, refetch } = useInstructions()
  const title = useId()
  return (
    <section className="instructions" aria-labelledby={title}>
      <h3 id={title}>Instructions</h3>
      <p className="switch-about">
        Models follow these files once you trust them. What you write in Varve is trusted. A file that you
        trust stays trusted while you edit it, and shows “Changed since”. After a tool, an import or a saved
        answer wrote to it, it is not used until you trust it again.
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="switch-about">None yet.</p> : null}
      <ul>
        {data?.map((file) => (
          <Instruction key={file.path} file={file} />
        ))}
      </ul>
    </section>
  )
}

const TAGS = {
  trusted: { look: 'tag', words: 'Trusted' },
  changed: { look: 'tag', words: 'Changed since' },
  untrusted: { look: 'tag warn', words: 'Not trusted' },
} as const

function Instruction({ file }: { readonly file: InstructionView }) {
  const client = useQueryClient()
  const { openFile } = useActions()
  const { path, trust } = file
  const change = useMutation({
    mutationFn: (trusted: boolean) => chatChange(routes.trustInstruction(file, trusted)),
    onSettled: async () => {
      for (const queryKey of [keys.instructions, keys.definitions, keys.memory, keys.forecast])
        await client.invalidateQueries({ queryKey })
    },
  })
  const { look, words } = TAGS[trust]
  return (
    <li>
      <div className="instruction">
        <button type="button" className="grow cut instruction-path" onClick={() => openFile(path)}>
          {path}
        </button>
        <span className={look}>{words}</span>
        {trust === 'trusted' ? null : (
          <Button
            small
            disabled={change.isPending}
            aria-label={`Trust ${path}`}
            onClick={() => change.mutate(true)}
          >
            Trust
          </Button>
        )}
        {trust === 'untrusted' ? null : (
          <Button
            small
            look="bare"
            disabled={change.isPending}
            aria-label={`Stop trusting ${path}`}
            onClick={() => change.mutate(false)}
          >
            Revoke
          </Button>
        )}
      </div>
      {change.error ? <ErrorNotice error={change.error} /> : null}
    </li>
  )
}
