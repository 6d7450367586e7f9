import type { ChatView } from '@varve/server/types'
import { useFiles } from '../api/queries.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { ModelSettings } from '../models/model-settings.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import { useChosenModel } from '../workbench/use-chosen-model.ts'
import { useSend } from '../workbench/use-send.ts'
import { ContextRow } from './context-row.tsx'
import { DraftField } from './draft-field.tsx'
import { Gauge } from './gauge.tsx'
import { ModelNeed } from './model-need.tsx'
import { OverBudgetCard } from './over-budget-card.tsx'
import { SendButton } from './send-button.tsx'
import { useComposer } from './use-composer.ts'
import { useForecast } from './use-forecast.ts'
import './composer.css'

interface ComposerProps {
  readonly chat: ChatView | undefined
  readonly answering: boolean
  /** Stops the running answer; absent while there is none to stop. */
  readonly onStop: (() => void) | undefined
}

/** Chips, text, tools; the gauge below is always there. */
export function Composer({ chat, answering, onStop }: ComposerProps) {
  const { data: files = [] } = useFiles()
  const { model, pending } = useChosenModel(chat)
  const modelId = model?.id
  const { draft, caret, setCaret, setText, attach, detach, openPicker } = useComposer()
  const turns = chat?.turns.length ?? 0
  const forecast = useForecast({ draft, modelId, turns, paused: answering })
  const send = useSend()
  const { overBy } = forecast.data ?? {}
  const canSend =
    draft.text.trim() !== '' && !answering && !pending && model?.ready !== false && overBy === undefined
  const submit = () => {
    if (canSend) void send(draft, modelId)
  }
  return (
    <>
      <OverBudgetCard
        forecast={forecast.data}
        chat={chat}
        attached={draft.attach}
        model={model}
        onRemove={detach}
      />
      <div className="composer">
        <ContextRow
          draft={draft}
          files={files}
          forecast={forecast.data?.attachments ?? []}
          chat={chat}
          onRemove={detach}
        />
        <DraftField
          text={draft.text}
          caret={caret}
          files={files}
          keptKeys={chat?.kept.map((kept) => kept.key) ?? []}
          attached={draft.attach}
          placeholder={placeholder(answering, turns)}
          onText={setText}
          onCaret={setCaret}
          onAttach={attach}
          onSubmit={submit}
        />
        <div className="composer-tools">
          <IconButton icon="plus" label="Attach a note" onClick={openPicker} />
          <span className="composer-divider" />
          <ModelPicker model={model} />
          <ModelSettings model={model} />
          <ModelNeed model={model} />
          <span className="composer-gap" />
          <SendButton
            answering={answering}
            canSend={canSend}
            reason={overBy === undefined ? undefined : `${formatTokensShort(overBy)} over`}
            onSend={submit}
            onStop={onStop}
          />
        </div>
      </div>
      <Gauge forecast={forecast} asked={turns > 0} />
    </>
  )
}

function placeholder(answering: boolean, turns: number): string {
  if (answering) return 'Write the next question while this one is answered'
  return turns > 0 ? 'Ask the next thing' : 'Ask about your notes, @ attaches one'
}
