import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import './trace-tools.css'

interface TraceToolsProps {
  readonly chatId: string
  /** What was sent for the turn on show is gone. */
  readonly isDeleted: boolean
}

/** What was sent in the whole chat: as a file, or gone for good. */
export function TraceTools({ chatId, isDeleted }: TraceToolsProps) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const erase = useMutation({
    mutationFn: () => routes.deleteTrace(chatId),
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: keys.inspections(chatId) })
      await client.invalidateQueries({ queryKey: keys.audit })
    },
  })
  return (
    <section className="trace-tools" aria-label="Trace of this chat">
      {asking ? (
        <div role="group" aria-label="Delete what was sent in this chat for good?">
          <p>
            Delete every request of this chat for good? The chat, its answers and their costs stay; what was
            sent can then no longer be shown.
          </p>
          <div className="trace-buttons">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
            <Button small autoFocus onClick={() => setAsking(false)}>
              Keep
            </Button>
            <Button small look="danger" disabled={erase.isPending} onClick={() => erase.mutate()}>
              Delete for good
            </Button>
          </div>
        </div>
      ) : (
        <div className="trace-buttons">
          <a className="button plain small" href={routes.exportTrace(chatId)} download>
            Export trace
          </a>
          {isDeleted ? null : (
            <Button small onClick={() => setAsking(true)}>
              Delete trace…
            </Button>
          )}
        </div>
      )}
      {erase.error ? <ErrorNotice error={erase.error} /> : null}
    </section>
  )
}
