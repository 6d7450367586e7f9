import './composer.css'
import './context-notices.css'
import type { Attachable, ChatView, ForecastView } from '@varve/contract'
import { useMemo, useState } from 'react'
import { changedKept } from '../view-model/composer/draft-chips.ts'
import { nameUploads } from '../view-model/composer/draft-chips.ts'
import {
  type ContextMark,
  type Draft,
  mayFetch,
  withAreas,
  withAttached,
  withExtracts,
  withJurisdictions,
  withLeftOut,
  withMark,
  withoutPassage,
  withPinned,
  withoutAttached,
  withText,
  withWebImages,
} from '../view-model/draft.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { AreaRow } from './area-row.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { ContextNotices } from './context-notices.tsx'
import { ContextRow } from './context-row.tsx'
import { DraftField, placeCaret } from './draft-field.tsx'
import { Gauge } from './gauge.tsx'
import { PassagesChip } from './passages-chip.tsx'
import { OverBudgetCard } from './over-budget-card.tsx'
import { useForecast } from './use-forecast.ts'
import type { Intake } from './use-intake.ts'
import { type SendAfter, useSubmit } from './use-submit.ts'
import { useFiles, useTags } from '../api/queries.ts'
import { draftChips } from '../view-model/composer/draft-chips.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useCompact } from './use-compact.ts'
import { insertMention, isCompactCommand, type TypedText } from '../view-model/composer/find-mention.ts'
import { insertText } from '../view-model/text/text.ts'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'
import { listWords } from '../view-model/text/format.ts'

/** Hosts that are named; beyond them, the rest is counted. */
const NAMED = 3

const WORDS = {
  waiting: { answer: t('Sends when this answer finishes.'), upload: t('Sends when the upload finishes.') },
  cut: {
    answer: t('Not sent: the answer was cut short.'),
    upload: t('Not sent: a file couldn’t be added. Try again or remove it.'),
  },
} as const

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
  const { activeNote: active, openNote } = state
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
  const { notices = [], changed: onDisk = [], remoteImages = [], agentModel: called } = forecast.data ?? {}
  const isAttached = chips.some(({ path }) => path === openNote)
  const offered = isAttached ? undefined : openNote
  const found = draft.text.trim() === '' ? [] : (forecast.data?.passages ?? [])
  const changed = changedKept({ kept: chat?.kept ?? [], changed: onDisk, attached: draft.attach })
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
          offered={offered}
          chips={chips}
          uploads={intake.uploads}
          chat={chat}
          changed={changed}
          onRenew={renew}
          onRemove={detach}
          onInsert={composer.insertPaste}
          marks={draft.marks}
          passages={
            found.length === 0 ? null : (
              <PassagesChip
                passages={found}
                isAsked={forecast.data?.passagesAsked === true}
                about={t(
                  'Varve found {count|this|these} in your notes. {count|It goes|They go} along with this message.',
                  { count: found.length },
                )}
                onPin={({ place }) => composer.change((now) => withPinned(now, place))}
                onDrop={({ place }) => composer.change((now) => withoutPassage(now, place))}
                dropWords={t('Drop')}
              />
            )
          }
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
  if (answering) return t('Write your next question')
  if (models > 1) return t('Ask all {models}', { models })
  return isFirst ? t('Ask about your notes. Type @ to attach one') : t('Ask a follow-up')
}

/** What the next message brings, as far as it is known. */
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

/** What becomes of a message that was sent while an answer still runs, and the way to take that back. */
function SendAfterLine({ after }: { readonly after: SendAfter }) {
  const { state, takeBack } = after
  return (
    <div className="send-after">
      {/* Always there: a screen reader hears only what changes inside a region it knows. */}
      <span role="status" aria-label={t('When this is sent')}>
        {state === undefined ? '' : WORDS[state.kind][state.cause]}
        {state?.kind === 'waiting' ? (
          <span className="visually-hidden"> {t('Press Esc to cancel.')}</span>
        ) : null}
      </span>
      {state?.kind === 'waiting' ? (
        <Button small look="bare" onClick={takeBack}>
          {t('Cancel sending')} <kbd aria-hidden="true">Esc</kbd>
        </Button>
      ) : null}
    </div>
  )
}

interface BudgetWishesProps {
  readonly chat: ChatView | undefined
  readonly allowExtracts: boolean
  readonly onExtracts: (allowed: boolean) => void
}

/** What the next message does to make room, because the user asked for it; each with the way back. */
function BudgetWishes({ chat, allowExtracts, onExtracts }: BudgetWishesProps) {
  const { undo } = useCompact()
  return (
    <>
      {chat?.compact ? (
        <Wish words={t('The next message starts with a summary where that saves tokens.')} onUndo={undo} />
      ) : null}
      {allowExtracts ? (
        <Wish
          words={t('Long pastes and earlier passages may be shortened to exact lines for this message.')}
          onUndo={() => onExtracts(false)}
        />
      ) : null}
    </>
  )
}

function Wish({ words, onUndo }: { readonly words: string; readonly onUndo: () => void }) {
  return (
    <p className="page-offer web-images" data-agreed>
      <Icon name="check" size={14} />
      <span className="web-images-words" role="status">
        {words}
      </span>
      <button type="button" aria-label={t('Undo: {words}', { words })} onClick={onUndo}>
        {t('Undo')}
      </button>
    </p>
  )
}

interface WebImagesProps {
  /** Pictures of the open note that are on the web. */
  readonly addresses: readonly string[]
  readonly agreed: boolean
  /** What may be fetched from now on. */
  readonly onChange: (addresses: readonly string[]) => void
}

/** Pictures of the web are fetched for one message, by someone who knows from where. */
function WebImages({ addresses, agreed, onChange }: WebImagesProps) {
  if (addresses.length === 0) return null
  const { count, hosts } = describeImages(addresses)
  return (
    <p className="page-offer web-images" data-agreed={agreed ? true : undefined}>
      <Icon name={agreed ? 'check' : 'image'} size={14} />
      <span className="web-images-words" role="status">
        {agreed
          ? t('{count} from {hosts}, fetched when you send.', { count, hosts })
          : t('{count} of the open note at {hosts}.', { count, hosts })}
      </span>
      <button type="button" onClick={() => onChange(agreed ? [] : addresses)}>
        {agreed ? t('Don’t fetch') : t('Fetch {count} from the web', { count })}
      </button>
    </p>
  )
}

/** How many pictures, and which hosts they would be fetched from. */
export function describeImages(addresses: readonly string[]): {
  readonly count: string
  readonly hosts: string
} {
  const all = [...new Set(addresses.map(hostOf))]
  const named = all.length <= NAMED + 1 ? all : all.slice(0, NAMED)
  const more = all.length - named.length
  const hosts = more === 0 ? named : [...named, t('{count} more {count|host|hosts}', { count: more })]
  return {
    count: t('{count} {count|image|images}', { count: addresses.length }),
    hosts: listWords(hosts),
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** The draft of the current chat, its caret position, and functions to change both. */
function useComposer() {
  const { chatId, state, dispatch, composer } = useWorkbench()
  const [caret, setCaret] = useState<number>()
  const chat = chatId ?? NEW_CHAT
  const draft = draftOf(state, chat)
  const edit = (change: (now: Draft) => Draft) => dispatch({ kind: 'edit', chat, change })
  const place = () => composer.current?.selectionStart ?? draft.text.length
  const type = (typed: TypedText) =>
    placeCaret({
      field: composer,
      place: typed.caret,
      change: () => {
        edit((now) => withText(now, typed.text))
        setCaret(typed.caret)
      },
    })
  return {
    draft,
    caret,
    setCaret,
    /** Types an `@` at the caret, which opens the list of what can be attached. */
    openPicker: (begun = '') => type(insertMention(draft.text, place(), { begun })),
    /** Types a `/`, which opens the list of templates, skills and commands. */
    openCalls: () => type(insertMention(draft.text, place(), { sign: '/' })),
    change: edit,
    setText: (text: string) => edit((now) => withText(now, text)),
    /** What was typed while the command was carried out is no part of it. */
    clearCommand: () => edit((now) => (isCompactCommand(now.text) ? withText(now, '') : now)),
    attach: (item: Attachable, text: string) => edit((now) => withAttached(withText(now, text), item)),
    /** What is named comes along as it is by now, also where the chat keeps an older text of it. */
    renew: (keys: readonly string[]) =>
      edit((now) => keys.reduce<Draft>((all, key) => withAttached(all, key), now)),
    detach: (item: Attachable) =>
      edit((now) =>
        typeof item === 'string' && !now.attach.includes(item)
          ? withLeftOut(now, item)
          : withoutAttached(now, item),
      ),
    allowImages: (addresses: readonly string[]) => edit((now) => withWebImages(now, addresses)),
    mark: (item: Attachable, mark: ContextMark | undefined) => edit((now) => withMark(now, item, mark)),
    allowExtracts: (allowed: boolean) => edit((now) => withExtracts(now, allowed)),
    setAreas: (areas: readonly string[]) => edit((now) => withAreas(now, areas)),
    setJurisdictions: (ids: readonly string[]) => edit((now) => withJurisdictions(now, ids)),
    /** A pasted text goes from its chip into the message. */
    insertPaste: (item: Extract<Attachable, { kind: 'paste' }>) => {
      edit((now) => withoutAttached(now, item))
      type(insertText(draft.text, place(), item.content))
    },
  }
}
