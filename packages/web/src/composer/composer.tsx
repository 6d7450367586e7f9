import type { Attachable, ChatView } from '@varve/server/types'
import { useState } from 'react'
import { changedKept } from '../view-model/composer/changed-kept.ts'
import { nameUploads } from '../view-model/composer/notice-about.ts'
import { mayFetch } from '../workbench/draft.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { AreaRow } from './area-row.tsx'
import { BudgetWishes } from './budget-wishes.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { ContextNotices } from './context-notices.tsx'
import { ContextRow } from './context-row.tsx'
import { DraftField } from './draft-field.tsx'
import { Gauge } from './gauge.tsx'
import { OverBudgetCard } from './over-budget-card.tsx'
import { SendAfterLine } from './send-after-line.tsx'
import { useChips } from './use-chips.ts'
import { useComposer } from './use-composer.ts'
import { useForecast } from './use-forecast.ts'
import type { Intake } from './use-intake.ts'
import { useSubmit } from './use-submit.ts'
import { WebImages } from './web-images.tsx'
import './composer.css'

interface ComposerProps {
  readonly chat: ChatView | undefined
  readonly answering: boolean
  /** Stops the running answer; absent while there is none to stop. */
  readonly onStop: (() => void) | undefined
  readonly isStopping: boolean
  /** What comes in by paste and drop, also beside the composer. */
  readonly intake: Intake
}

/** Chips, text, tools; the gauge below is always there. */
export function Composer({ chat, answering, onStop, isStopping, intake }: ComposerProps) {
  const { state, dispatch, chatId } = useWorkbench()
  const { activeNote: active } = state
  const chosen = useChosenModels(chat)
  const { model, models } = chosen
  const modelIds = models.map(({ id }) => id)
  const composer = useComposer()
  const { draft, renew, detach, allowExtracts } = composer
  const [addingArea, setAddingArea] = useState(false)
  const last = chat?.turns.at(-1)
  const head = `${last?.id ?? ''} ${last?.answer.id ?? ''}`
  const isLoading = chatId !== undefined && !chat
  const forecast = useForecast({ draft, active, modelIds, head, paused: answering || isLoading })
  const chips = useChips(draft, active, forecast.data)
  const { notices = [], remoteImages = [], agentModel: called } = forecast.data ?? {}
  const changed = changedKept({ kept: chat?.kept ?? [], notices, attached: draft.attach })
  const submit = useSubmit({
    chat,
    draft,
    chosen,
    forecast: forecast.data,
    uploads: intake.uploads.pending,
    answering,
    clear: composer.clearCommand,
  })
  const { after } = submit
  const leaveOut = (item: Attachable) =>
    item === active && !draft.attach.includes(item)
      ? dispatch({ kind: 'active-note', path: undefined })
      : detach(item)
  return (
    <>
      <OverBudgetCard
        forecast={forecast.data}
        chat={chat}
        draft={draft}
        active={active}
        model={model}
        modelIds={modelIds}
        onRemove={leaveOut}
        onExtracts={allowExtracts}
      />
      <BudgetWishes chat={chat} allowExtracts={draft.allowExtracts ?? false} onExtracts={allowExtracts} />
      <ContextNotices
        notices={notices.map((notice) => nameUploads(notice, draft.uploads ?? []))}
        changed={changed}
        onRenew={renew}
        intake={intake}
      />
      <WebImages
        addresses={remoteImages}
        agreed={mayFetch(draft, remoteImages)}
        onChange={composer.allowImages}
      />
      <AreaRow
        chosen={draft}
        forecast={forecast.data}
        adding={addingArea}
        onAdding={setAddingArea}
        onAreas={composer.setAreas}
        onJurisdictions={composer.setJurisdictions}
      />
      <div className="composer">
        <ContextRow
          chips={chips}
          uploads={intake.uploads}
          chat={chat}
          changed={changed}
          onRenew={renew}
          onRemove={detach}
          onInsert={composer.insertPaste}
          marks={draft.marks}
          onMark={composer.mark}
        />
        <DraftField
          text={draft.text}
          caret={composer.caret}
          keptKeys={chat?.kept.map((kept) => kept.key) ?? []}
          attached={draft.attach}
          marked={forecast.marked}
          placeholder={placeholder({ answering, isFirst: !last, models: models.length })}
          onText={composer.setText}
          onCaret={composer.setCaret}
          onAttach={composer.attach}
          onPaste={intake.onPaste}
          onSubmit={submit.enter}
          onEscape={after.state?.kind === 'waiting' ? after.takeBack : undefined}
        />
        <SendAfterLine after={after} />
        <ComposerTools
          chosen={chosen}
          called={called}
          answering={answering}
          submit={submit}
          onStop={onStop}
          isStopping={isStopping}
          onPick={composer.openPicker}
          onCall={composer.openCalls}
          onFiles={intake.uploads.add}
          onArea={() => setAddingArea(true)}
        />
      </div>
      <Gauge forecast={forecast} models={models} asked={last !== undefined} answering={answering} />
    </>
  )
}

interface Occasion {
  readonly answering: boolean
  readonly isFirst: boolean
  /** How many would answer. */
  readonly models: number
}

function placeholder({ answering, isFirst, models }: Occasion): string {
  if (answering) return 'Write the next question meanwhile'
  if (models > 1) return `Ask all ${models}`
  return isFirst ? 'Ask about your notes, @ attaches one' : 'Ask the next thing'
}
