import type { ChatView } from '@varve/server/types'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { bodyToForecast } from '../composer/use-forecast.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { PartError } from '../shell/part-error.tsx'
import { useChooseModels, useChosenModels } from '../workbench/use-chosen-models.ts'
import { draftOf } from '../workbench/workbench-state.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { WhatIfRows } from './what-if-rows.tsx'

/** Opens what the next message would cost elsewhere. */
export function WhatIf({ chat }: { readonly chat: ChatView }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        small
        // What the next message would cost is not known before this one has its answer.
        disabled={chat.answering}
        onClick={() => setOpen(true)}
      >
        What if
      </Button>
      {isOpen ? <WhatIfDialog chat={chat} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface WhatIfDialogProps {
  readonly chat: ChatView
  readonly onClose: () => void
}

function WhatIfDialog({ chat, onClose }: WhatIfDialogProps) {
  const { state } = useWorkbench()
  const { model, models } = useChosenModels(chat)
  const choose = useChooseModels()
  const draft = draftOf(state, chat.id)
  const body = bodyToForecast(
    draft,
    state.activeNote,
    models.map(({ id }) => id),
  )
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.forecast, chat.id, 'what-if', body],
    queryFn: model ? ({ signal }) => routes.whatIf(chat.id, body, signal) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog label="What if" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow">What the next message would cost</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body">
        <p>
          {draft.text.trim() === '' && draft.attach.length === 0
            ? 'Nothing is written yet: this is the chat so far, with an empty message.'
            : 'With the draft as it stands.'}{' '}
          Forecasts; no model is asked.
        </p>
        {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <p role="status">Planning it for every model</p> : null}
        {data ? (
          <WhatIfRows
            choices={data}
            current={model?.id}
            onChoose={(id) => {
              choose([id])
              onClose()
            }}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
