import type { Attachable, ChatView, ForecastView, ModelView, UploadView } from '@varve/server/types'
import { useModels } from '../api/model-queries.ts'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Notice } from '../parts/notice.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { overByAll } from '../view-model/composer/forecast-models.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { hasLargerWindow, type LargePiece, largePieces } from '../view-model/composer/over-budget.ts'
import { useActions } from '../workbench/actions.ts'
import { type Draft, optionalAttachables } from '../workbench/draft.ts'
import { useContinueInNew } from './use-continue-in-new.ts'
import { useForget } from './use-forget.ts'
import './over-budget-card.css'

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
        title={`This does not fit: ${formatTokens(usedTokens)} of ${formatTokens(budgetTokens)} tokens.`}
      >
        <ul className="over-budget-list" aria-label="What takes most room">
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
              Choose a model with a larger window
            </Button>
          ) : null}
          {actions.includes('allow-extracts') && !draft.allowExtracts ? (
            <Button
              small
              title="Long pastes and passages of earlier turns are cut to exact lines, for this message only"
              onClick={() => onExtracts(true)}
            >
              Allow extracts
            </Button>
          ) : null}
          {actions.includes('drop-optional') ? (
            <Button
              small
              title="The message fits without the attachments that are marked optional"
              onClick={() => {
                for (const item of optionalAttachables(draft)) onRemove(item)
              }}
            >
              Leave out optional attachments
            </Button>
          ) : null}
          {actions.includes('new-chat-with-summary') && (chat?.turns.length ?? 0) > 0 ? (
            <Button
              small
              disabled={running}
              title={model ? `${model.name} sums up this chat; the chat stays as it is` : undefined}
              onClick={() => continueInNew(modelIds)}
            >
              {running ? 'Summing up…' : 'Continue in a new chat with a summary'}
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
    text: 'What is attached to this message is sent whole, whatever its mark: leave something out, or attach it in a later message.',
  },
  {
    about: 'named',
    text: 'What is named in the text comes along with it: take its link or name out of the message to leave it out.',
  },
  {
    about: 'pinned',
    text: 'What the project pins comes along: take it out of the project, or ask outside of it.',
  },
]

interface PieceRowProps {
  readonly piece: LargePiece
  readonly name: string
  readonly onRemove: (item: Attachable) => void
}

/** What lies in no file goes by the name that it was handed over with. */
function nameOf({ key }: LargePiece, uploads: readonly UploadView[], chat: ChatView | undefined): string {
  const upload = uploads.find(({ hash }) => key === `upload:${hash}`)
  return keyLabel(key, upload?.name ?? chat?.kept.find((each) => each.key === key)?.title)
}

function PieceRow({ piece, name, onRemove }: PieceRowProps) {
  const { key, tokens, fix, item } = piece
  const { forget } = useForget()
  return (
    <li>
      {fix === 'none' ? <span className="cut">{name}</span> : <FileName path={name} />}
      <span className="figures">{formatTokens(tokens)}</span>
      {item === undefined ? null : (
        <Button small aria-label={`Leave out ${name}`} onClick={() => onRemove(item)}>
          Leave out
        </Button>
      )}
      {fix === 'named' || fix === 'pinned' ? (
        <span className="over-budget-how">{fix === 'named' ? 'in the text' : 'project'}</span>
      ) : null}
      {fix === 'forget' ? (
        <Button small aria-label={`Forget ${name}`} onClick={() => forget(key, name)}>
          Forget
        </Button>
      ) : null}
    </li>
  )
}
