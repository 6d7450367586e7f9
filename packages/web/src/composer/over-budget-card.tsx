import type { ChatView, ForecastView, ModelView } from '@varve/server/types'
import { useModels } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Notice } from '../parts/notice.tsx'
import { formatTokens } from '../view-model/format-tokens.ts'
import { hasLargerWindow, type LargePiece, largePieces } from '../view-model/over-budget.ts'
import { useActions } from '../workbench/actions.ts'
import { useForget } from './use-forget.ts'
import './over-budget-card.css'

interface OverBudgetCardProps {
  readonly forecast: ForecastView | undefined
  readonly chat: ChatView | undefined
  readonly attached: readonly string[]
  readonly model: ModelView | undefined
  readonly onRemove: (path: string) => void
}

/** The message does not fit: what takes most room, and what can be done about each. */
export function OverBudgetCard({ forecast, chat, attached, model, onRemove }: OverBudgetCardProps) {
  const { dispatch } = useActions()
  const { data: models = [] } = useModels()
  if (forecast?.overBy === undefined) return null
  const kept = chat?.kept.map(({ key }) => key) ?? []
  const pieces = largePieces(forecast.largest ?? [], { attached, kept })
  const { usedTokens, budgetTokens } = forecast
  return (
    <div className="over-budget">
      <Notice
        title={`This does not fit: ${formatTokens(usedTokens)} tokens, and ${formatTokens(budgetTokens)} is all there is room for.`}
      >
        <ul className="over-budget-list" aria-label="What takes most room">
          {pieces.map((piece) => (
            <PieceRow key={piece.key} piece={piece} onRemove={onRemove} />
          ))}
        </ul>
        {hasLargerWindow(models, model) ? (
          <Button small onClick={() => dispatch({ kind: 'model-picker', open: true })}>
            Choose a model with a larger window
          </Button>
        ) : null}
      </Notice>
    </div>
  )
}

interface PieceRowProps {
  readonly piece: LargePiece
  readonly onRemove: (path: string) => void
}

function PieceRow({ piece, onRemove }: PieceRowProps) {
  const { key, tokens, fix } = piece
  const { forget } = useForget()
  return (
    <li>
      {fix === 'none' ? <span className="cut">{key}</span> : <FileName path={key} />}
      <span className="figures">{formatTokens(tokens)}</span>
      {fix === 'remove' ? (
        <Button small aria-label={`Leave out ${key}`} onClick={() => onRemove(key)}>
          Leave out
        </Button>
      ) : null}
      {fix === 'forget' ? (
        <Button small aria-label={`Forget ${key}`} onClick={() => forget(key)}>
          Forget
        </Button>
      ) : null}
    </li>
  )
}
