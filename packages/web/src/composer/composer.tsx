import type { Attachable, ChatView, ForecastView } from '@varve/server/types'
import { useMemo, useState } from 'react'
import { useFiles, useTags } from '../api/file-queries.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { ModelSettings } from '../models/model-settings.tsx'
import { changedKept } from '../view-model/composer/changed-kept.ts'
import { draftChips } from '../view-model/composer/draft-chips.ts'
import { formatTokensShort } from '../view-model/text/format-tokens.ts'
import { overByAll } from '../view-model/composer/forecast-models.ts'
import { nameUploads } from '../view-model/composer/notice-about.ts'
import { type Draft, mayFetch } from '../workbench/draft.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useSend } from '../workbench/use-send.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { AreaRow } from './area-row.tsx'
import { AttachMenu } from './attach-menu.tsx'
import { BudgetWishes } from './budget-wishes.tsx'
import { ContextNotices } from './context-notices.tsx'
import { ContextRow } from './context-row.tsx'
import { DraftField } from './draft-field.tsx'
import { Gauge } from './gauge.tsx'
import { ModelNeed } from './model-need.tsx'
import { OverBudgetCard } from './over-budget-card.tsx'
import { RunnerPicker } from './runner-picker.tsx'
import { SendAfterLine } from './send-after-line.tsx'
import { SendButton } from './send-button.tsx'
import { useCompact } from './use-compact.ts'
import { useComposer } from './use-composer.ts'
import { useForecast } from './use-forecast.ts'
import type { Intake } from './use-intake.ts'
import { useOnceReady } from './use-once-ready.ts'
import { useSendAfter } from './use-send-after.ts'
import { WebImages } from './web-images.tsx'
import './composer.css'

interface ComposerProps {
  readonly chat: ChatView | undefined
  readonly answering: boolean
  /** Stops the running answer; absent while there is none to stop. */
  readonly onStop: (() => void) | undefined
  /** What comes in by paste and drop, also beside the composer. */
  readonly intake: Intake
}

/** Chips, text, tools; the gauge below is always there. */
export function Composer({ chat, answering, onStop, intake }: ComposerProps) {
  const { chatId, state, dispatch } = useWorkbench()
  const { activeNote: active } = state
  const { model, models, pending } = useChosenModels(chat)
  const modelIds = models.map(({ id }) => id)
  const {
    draft,
    caret,
    setCaret,
    setText,
    attach,
    renew,
    detach,
    insertPaste,
    openPicker,
    openCalls,
    allowImages,
    allowExtracts,
    mark,
    setAreas,
    setJurisdictions,
  } = useComposer()
  const { compact } = useCompact()
  const [addingArea, setAddingArea] = useState(false)
  const last = chat?.turns.at(-1)
  const head = `${last?.id ?? ''} ${last?.answer.id ?? ''}`
  const forecast = useForecast({ draft, active, modelIds, head, paused: answering })
  const chips = useChips(draft, active, forecast.data)
  const send = useSend()
  const { notices = [], remoteImages = [], agentModel: called } = forecast.data ?? {}
  const changed = changedKept({ kept: chat?.kept ?? [], notices, attached: draft.attach })
  const overBy = overByAll(forecast.data)
  const uploading = intake.uploads.pending.filter((upload) => upload.state.kind === 'running').length
  const canAnswer = called !== undefined || models.every(({ ready }) => ready)
  const isReady = !answering && !pending && canAnswer && uploading === 0
  const canSend = draft.text.trim() !== '' && isReady && overBy === undefined
  const submit = useOnceReady(pending || (chatId !== undefined && !chat), () => {
    if (isCompactCommand(draft.text)) void compact(modelIds[0]).then((isDone) => isDone && setText(''))
    else if (canSend) void send(draft, { modelIds, remoteImages })
  })
  const status = last?.answer.status
  const after = useSendAfter({ chatId, draft, answering, status, send: submit })
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
      <WebImages addresses={remoteImages} agreed={mayFetch(draft, remoteImages)} onChange={allowImages} />
      <AreaRow
        chosen={draft}
        forecast={forecast.data}
        adding={addingArea}
        onAdding={setAddingArea}
        onAreas={setAreas}
        onJurisdictions={setJurisdictions}
      />
      <div className="composer">
        <ContextRow
          chips={chips}
          uploads={intake.uploads}
          chat={chat}
          changed={changed}
          onRenew={renew}
          onRemove={detach}
          onInsert={insertPaste}
          marks={draft.marks}
          onMark={mark}
        />
        <DraftField
          text={draft.text}
          caret={caret}
          keptKeys={chat?.kept.map((kept) => kept.key) ?? []}
          attached={draft.attach}
          marked={forecast.marked}
          placeholder={placeholder({ answering, isFirst: !last, models: models.length })}
          onText={setText}
          onCaret={setCaret}
          onAttach={attach}
          onPaste={intake.onPaste}
          onSubmit={answering && !isCompactCommand(draft.text) ? after.wait : submit}
          onEscape={after.state === 'waiting' ? after.takeBack : undefined}
        />
        <SendAfterLine after={after} />
        <div className="composer-tools">
          <AttachMenu
            onNote={() => openPicker()}
            onCall={openCalls}
            onFiles={intake.uploads.add}
            onPage={() => openPicker('https://')}
            onArea={() => setAddingArea(true)}
          />
          <span className="composer-divider" />
          <RunnerPicker />
          <ModelPicker models={models} called={called} />
          {models.length > 1 ? null : <ModelSettings model={model} />}
          <ModelNeed model={called ? undefined : models.find(({ ready }) => !ready)} />
          <span className="composer-gap" />
          <SendButton
            answering={answering}
            canSend={canSend || isCompactCommand(draft.text)}
            reason={whyNot(overBy, uploading)}
            onSend={submit}
            onStop={onStop}
          />
        </div>
      </div>
      <Gauge forecast={forecast} models={models} asked={last !== undefined} answering={answering} />
    </>
  )
}

function useChips(draft: Draft, active: string | undefined, forecast: ForecastView | undefined) {
  const { data: files } = useFiles()
  const { data: tags } = useTags(
    draft.attach.some((item) => typeof item === 'string' && item.startsWith('#')),
  )
  // Not again with each letter: a workspace may hold many files.
  const { attach, uploads } = draft
  return useMemo(
    () =>
      draftChips({
        draft: { text: '', attach, ...(uploads ? { uploads } : {}) },
        active,
        files: files ?? [],
        tags: tags ?? [],
        forecast,
      }),
    [attach, uploads, active, files, tags, forecast],
  )
}

/** Typed alone, it is done and not sent. */
function isCompactCommand(text: string): boolean {
  return /^\s*\/compact\s*$/i.test(text)
}

function whyNot(overBy: number | undefined, uploading: number): string | undefined {
  if (uploading > 0) return `Uploading ${uploading} ${uploading === 1 ? 'file' : 'files'}`
  return overBy === undefined ? undefined : `${formatTokensShort(overBy)} over`
}

interface Occasion {
  readonly answering: boolean
  readonly isFirst: boolean
  /** How many would answer. */
  readonly models: number
}

function placeholder({ answering, isFirst, models }: Occasion): string {
  if (answering) return 'Write the next question while this one is answered'
  if (models > 1) return `Ask all ${models}`
  return isFirst ? 'Ask about your notes, @ attaches one' : 'Ask the next thing'
}
