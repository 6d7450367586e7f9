import type { ChatView } from '@varve/server/types'
import { useState } from 'react'
import { useFiles, useModels } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { insertMention } from '../view-model/find-mention.ts'
import { withAttached, withoutAttached, withText } from '../workbench/draft.ts'
import { useSend } from '../workbench/use-send.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { ContextRow } from './context-row.tsx'
import { DraftField } from './draft-field.tsx'
import { Gauge } from './gauge.tsx'
import { ModelPick } from './model-pick.tsx'
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
  const { chatId, state, dispatch, composer } = useWorkbench()
  const { data: files = [] } = useFiles()
  const { data: models = [] } = useModels()
  const [chosenModel, setChosenModel] = useState<string>()
  const [caret, setCaret] = useState<number>()
  const send = useSend()
  const key = chatId ?? NEW_CHAT
  const draft = draftOf(state, key)
  const setDraft = (next: typeof draft) => dispatch({ kind: 'draft', chat: key, draft: next })
  const forecast = useForecast({
    draft,
    modelId: chosenModel,
    turns: chat?.turns.length ?? 0,
    paused: answering,
  })
  const canSend = draft.text.trim() !== '' && !answering

  const submit = () => {
    if (canSend) void send(draft, chosenModel)
  }
  const attach = () => {
    const field = composer.current
    if (!field) return
    const typed = insertMention(draft.text, field.selectionStart)
    setDraft(withText(draft, typed.text))
    setCaret(typed.caret)
    // The caret can only be placed once the field holds the new text.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(typed.caret, typed.caret)
    })
  }
  return (
    <>
      <div className="composer">
        <ContextRow
          draft={draft}
          files={files}
          chat={chat}
          onRemove={(path) => setDraft(withoutAttached(draft, path))}
        />
        <DraftField
          text={draft.text}
          caret={caret}
          files={files}
          keptKeys={chat?.kept.map((kept) => kept.key) ?? []}
          attached={draft.attach}
          placeholder={
            answering
              ? 'Write the next question while this one is answered'
              : chat?.turns.length
                ? 'Ask the next thing'
                : 'Ask about your notes, @ attaches one'
          }
          onText={(text) => setDraft(withText(draft, text))}
          onCaret={setCaret}
          onAttach={(path, text) => setDraft(withAttached(withText(draft, text), path))}
          onSubmit={submit}
        />
        <div className="composer-tools">
          <IconButton icon="plus" label="Attach a note" onClick={attach} />
          <span className="composer-divider" />
          <ModelPick models={models} chosen={chosenModel} onChoose={setChosenModel} />
          <span className="grow" />
          {answering ? (
            <button type="button" className="composer-send stop" disabled={!onStop} onClick={onStop}>
              <Icon name="stop" size={14} />
              Stop
            </button>
          ) : (
            <button type="button" className="composer-send" disabled={!canSend} onClick={submit}>
              <Icon name="up" size={14} />
              Send
            </button>
          )}
        </div>
      </div>
      <Gauge forecast={forecast} />
    </>
  )
}
