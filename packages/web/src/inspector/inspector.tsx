import type { TurnView } from '@varve/server/types'
import { useChat, useInspection } from '../api/queries.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { formatClock } from '../view-model/format-time.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { CacheTab } from './cache-tab.tsx'
import { InspectorTabList } from './inspector-tab-list.tsx'
import { LayersTab } from './layers-tab.tsx'
import { NothingSent } from './nothing-sent.tsx'
import { RequestTab } from './request-tab.tsx'
import { selectTurn } from './select-turn.ts'
import './inspector.css'

/** What the model was given, turn by turn: by layer, as the exact messages, and as the cache sees it. */
export function Inspector() {
  const { chatId, state, layout, setInspector } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const turns = chat?.turns ?? []
  const { turn: wanted, tab } = state.inspector
  const turn = turns.find(({ number }) => number === wanted) ?? turns.at(-1)
  const overlays = layout.inspector !== 'docked'
  return (
    <section className="inspector" aria-label="Inspector">
      {layout.inspector === 'sheet' ? <span className="inspector-grip" /> : null}
      <div className="inspector-bar">
        <h2>{turn ? `Turn ${turn.number}` : 'Inspector'}</h2>
        {turn ? <span className="faint">as sent, {formatClock(turn.at)}</span> : null}
        <span className="grow" />
        <TurnStepper turns={turns} turn={turn} />
        {overlays ? (
          <IconButton small icon="close" label="Close" onClick={() => setInspector({ open: false })} />
        ) : null}
      </div>
      {turn && chatId !== undefined ? (
        <>
          <InspectorTabList selected={tab} onSelect={(next) => setInspector({ tab: next })} />
          <div
            className="inspector-panel"
            role="tabpanel"
            id={`inspector-${tab}`}
            aria-labelledby={`inspector-tab-${tab}`}
            tabIndex={0}
          >
            <TurnPanel key={`${chatId} ${turn.number}`} chatId={chatId} turn={turn} />
          </div>
        </>
      ) : (
        <NothingSent />
      )}
    </section>
  )
}

function TurnStepper({
  turns,
  turn,
}: {
  readonly turns: readonly TurnView[]
  readonly turn: TurnView | undefined
}) {
  const { state, setInspector } = useWorkbench()
  if (!turn || turns.length < 2) return null
  const step = (by: 1 | -1) => setInspector({ turn: selectTurn(turns, state.inspector.turn, by) })
  return (
    <>
      <IconButton
        small
        icon="left"
        label="Previous turn"
        disabled={turn === turns[0]}
        onClick={() => step(-1)}
      />
      <IconButton
        small
        icon="right"
        label="Next turn"
        disabled={turn === turns.at(-1)}
        onClick={() => step(1)}
      />
    </>
  )
}

function TurnPanel({ chatId, turn }: { readonly chatId: string; readonly turn: TurnView }) {
  const { state } = useWorkbench()
  const { data, error, refetch } = useInspection(chatId, turn.number)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">Reading turn {turn.number}</p>
  switch (state.inspector.tab) {
    case 'layers':
      return <LayersTab inspection={data} />
    case 'request':
      return <RequestTab inspection={data} />
    case 'cache':
      return <CacheTab inspection={data} usage={turn.answer.usage} />
    default:
      return state.inspector.tab satisfies never
  }
}
