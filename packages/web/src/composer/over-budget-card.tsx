import { noticeWords, t } from '../i18n/t.ts'
import './over-budget-card.css'
import type {
  Attachable,
  AttachmentView,
  ChatView,
  ForecastView,
  ModelView,
  UploadView,
} from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchChatAnew, useModels } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Notice } from '../parts/notice.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { overByAll } from '../view-model/composer/forecast-models.ts'
import { formatTokens } from '../view-model/text/format.ts'
import { useActions } from '../workbench/actions.ts'
import { attachableId, type Draft, optionalAttachables } from '../view-model/draft.ts'
import { useKept } from './use-kept.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { chatHref } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { matchAttachments } from '../view-model/composer/match-attachments.ts'

/** Of the largest piece: taking out what is smaller would not help. */
const NEGLIGIBLE = 0.01

interface OverBudgetCardProps {
  readonly forecast: ForecastView | undefined
  readonly chat: ChatView | undefined
  readonly draft: Draft
  /** The open note, which comes along too. */
  readonly active: string | undefined
  readonly model: ModelView | undefined
  readonly modelIds: readonly string[]
  readonly onRemove: (item: Attachable) => void
  readonly onExtracts: (allowed: boolean) => void
}

/** The message does not fit: what takes most room, and what can be done about each. */
export function OverBudgetCard(props: OverBudgetCardProps) {
  const { forecast, chat, draft, active, model, modelIds, onRemove, onExtracts } = props
  const { dispatch } = useActions()
  const { data: models = [] } = useModels()
  const { running, continueInNew } = useContinueInNew()
  if (!forecast || overByAll(forecast) === undefined) return null
  const kept = chat?.kept.map(({ key }) => key) ?? []
  const { uploads = [] } = draft
  const attached = active === undefined ? draft.attach : [...draft.attach, active]
  const { usedTokens, budgetTokens, actions = [], named, pinned } = forecast
  const pieces = largePieces(forecast.largest ?? [], { attached, uploads, kept, named, pinned })
  const hints = HINTS.filter(({ about }) => pieces.some(({ fix }) => fix === about))
  return (
    <div className="over-budget">
      <Notice
        title={t('This does not fit: {usedTokens} of {budgetTokens} tokens.', {
          usedTokens: formatTokens(usedTokens),
          budgetTokens: formatTokens(budgetTokens),
        })}
      >
        <ul className="over-budget-list" aria-label={t('Largest items')}>
          {pieces.map((piece) => (
            <PieceRow key={piece.key} piece={piece} name={nameOf(piece, uploads, chat)} onRemove={onRemove} />
          ))}
        </ul>
        {hints.map(({ about, text }) => (
          <p key={about}>{text}</p>
        ))}
        <div className="over-budget-actions">
          {hasLargerWindow(models, model) ? (
            <Button small onClick={() => dispatch({ kind: 'model-picker', open: true })}>
              {t('Choose a model with a larger window')}
            </Button>
          ) : null}
          {actions.includes('allow-extracts') && !draft.allowExtracts ? (
            <Button
              small
              title={t('Shortens long pastes and earlier passages to exact lines, for this message only')}
              onClick={() => onExtracts(true)}
            >
              {t('Allow extracts')}
            </Button>
          ) : null}
          {actions.includes('drop-optional') ? (
            <Button
              small
              title={t('The message fits without its optional attachments')}
              onClick={() => {
                for (const item of optionalAttachables(draft)) onRemove(item)
              }}
            >
              {t('Leave out optional attachments')}
            </Button>
          ) : null}
          {actions.includes('new-chat-with-summary') && (chat?.turns.length ?? 0) > 0 ? (
            <Button
              small
              disabled={running}
              title={
                model
                  ? t('{name} summarizes this chat; the chat stays as it is', { name: model.name })
                  : undefined
              }
              onClick={() => continueInNew(modelIds)}
            >
              {running ? t('Summarizing…') : t('Continue in a new chat with a summary')}
            </Button>
          ) : null}
        </div>
      </Notice>
    </div>
  )
}

/** What to do about pieces of a kind, said once for all of them. */
const HINTS: readonly { readonly about: LargePiece['fix']; readonly text: string }[] = [
  {
    about: 'remove',
    text: t(
      'Attachments of this message are sent whole, whatever their priority. Leave one out, or attach it to a later message.',
    ),
  },
  {
    about: 'named',
    text: t(
      'Notes named in the text are sent with it. To leave one out, remove its link or name from the message.',
    ),
  },
  {
    about: 'pinned',
    text: t(
      'Notes that the project pins are sent too. Unpin one in the project, or ask outside the project.',
    ),
  },
]

interface PieceRowProps {
  readonly piece: LargePiece
  readonly name: string
  readonly onRemove: (item: Attachable) => void
}

/** Content without a file is shown by its upload name. */
function nameOf({ key }: LargePiece, uploads: readonly UploadView[], chat: ChatView | undefined): string {
  const upload = uploads.find(({ hash }) => key === `upload:${hash}`)
  return keyLabel(key, upload?.name ?? chat?.kept.find((each) => each.key === key)?.title)
}

function PieceRow({ piece, name, onRemove }: PieceRowProps) {
  const { key, tokens, fix, item } = piece
  const { forget } = useKept()
  return (
    <li>
      {fix === 'none' ? <span className="cut">{name}</span> : <FileName path={name} />}
      <span className="figures">{formatTokens(tokens)}</span>
      {item === undefined ? null : (
        <Button small aria-label={t('Leave out {name}', { name })} onClick={() => onRemove(item)}>
          {t('Leave out')}
        </Button>
      )}
      {fix === 'named' || fix === 'pinned' ? (
        <span className="over-budget-how">{fix === 'named' ? t('in the text') : t('project')}</span>
      ) : null}
      {fix === 'forget' ? (
        <Button small aria-label={t('Forget {name}', { name })} onClick={() => forget(key, name)}>
          {t('Forget')}
        </Button>
      ) : null}
    </li>
  )
}

interface ContinuingInNew {
  readonly running: boolean
  /** Takes along what is typed, as it is once the summary is there. */
  readonly continueInNew: (modelIds: readonly string[]) => void
}

/** Goes on in a new chat, whose first message brings a summary of this one. */
function useContinueInNew(): ContinuingInNew {
  const { chatId, dispatch, say } = useWorkbench()
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const move = async (modelIds: readonly string[]): Promise<void> => {
    if (chatId === undefined) return
    const here = location.hash
    setRunning(true)
    try {
      const [modelId] = modelIds
      const body = { confirmed: true, ...(modelId === undefined ? {} : { modelId }) } as const
      const { chatId: id, attach, notice, by } = await routes.continueInNew(chatId, body)
      await fetchChatAnew(client, id)
      dispatch({ kind: 'draft-moved', from: chatId, to: id, attach })
      dispatch({ kind: 'models', chat: id, ids: modelIds })
      // Don't navigate if the user has moved on in the meantime.
      if (location.hash === here) location.hash = chatHref(id)
      await client.invalidateQueries({ queryKey: keys.chats })
      const made = by === 'model' ? t('A summary') : t('An extract')
      say({
        tone: 'info',
        text: notice
          ? noticeWords(notice)
          : t('{made} of the other chat is attached. That chat is unchanged.', { made }),
      })
    } catch (error) {
      const { what, todo } = adviseOn(error)
      say({ tone: 'error', text: `${what} ${todo}` })
    } finally {
      setRunning(false)
    }
  }
  return { running, continueInNew: (modelIds) => void move(modelIds) }
}

interface LargePiece {
  readonly key: string
  readonly tokens: number
  /**
   * `remove` takes the chip out of the draft, `forget` a note out of the chat. What the text names goes with its name,
   * and what a project pins only there; nothing can be done about a past turn.
   */
  readonly fix: 'remove' | 'named' | 'pinned' | 'forget' | 'none'
  /** The chip that brings it: a folder brings many. */
  readonly item?: Attachable
}

interface WithinReach {
  readonly attached: readonly Attachable[]
  readonly uploads?: readonly UploadView[]
  readonly kept: readonly string[]
  /** What comes along because the text names it, and because the project pins it. */
  readonly named?: readonly string[] | undefined
  readonly pinned?: readonly string[] | undefined
}

/** The largest pieces of a message that does not fit, each with what can be done about it here. */
export function largePieces(
  largest: NonNullable<ForecastView['largest']>,
  { attached, uploads, kept, named = [], pinned = [] }: WithinReach,
): readonly LargePiece[] {
  const worthNaming = (largest[0]?.tokens ?? 0) * NEGLIGIBLE
  const pieces = largest.filter(({ tokens }) => tokens >= worthNaming)
  const bringerAmong = (items: readonly Attachable[]) => {
    const brought = matchAttachments(items, pieces.map(asAttachment), uploads)
    return (key: string) =>
      items.find((each) => brought.get(attachableId(each))?.some((found) => found.key === key))
  }
  const [ownOf, namedOf, pinnedOf] = [bringerAmong(attached), bringerAmong(named), bringerAmong(pinned)]
  return pieces.map(({ key, tokens }) => {
    const item = ownOf(key)
    if (item !== undefined) return { key, tokens, fix: 'remove', item }
    if (namedOf(key) !== undefined) return { key, tokens, fix: 'named' }
    if (pinnedOf(key) !== undefined) return { key, tokens, fix: 'pinned' }
    return { key, tokens, fix: kept.includes(key) ? 'forget' : 'none' }
  })
}

/** A piece that does not fit is known by its key alone, which says its kind where it is no file. */
function asAttachment({ key, tokens }: { readonly key: string; readonly tokens: number }): AttachmentView {
  const kind = /^https?:/.test(key) ? 'url' : (/^(paste|upload|tag|folder):/.exec(key)?.[1] ?? 'note')
  return { key, title: key, kind, tokens, form: 'full' }
}

/** Whether a model that can be asked now has a larger window than the one chosen. */
export function hasLargerWindow(models: readonly ModelView[], chosen: ModelView | undefined): boolean {
  return models.some(({ ready, window }) => ready && window > (chosen?.window ?? Number.POSITIVE_INFINITY))
}
