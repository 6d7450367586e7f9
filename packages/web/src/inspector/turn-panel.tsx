import type { AnswerView, InspectionView, TurnView } from '@varve/server/types'
import { useState } from 'react'
import { useInspection } from '../api/chat-queries.ts'
import { WebError } from '../api/web-error.ts'
import { PartError } from '../shell/part-error.tsx'
import type { InspectorTab } from '../workbench/workbench-state.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { CacheTab } from './cache-tab.tsx'
import { LayersTab } from './layers-tab.tsx'
import { NewTab } from './new-tab.tsx'
import { RequestTab } from './request-tab.tsx'
import { TraceTab } from './trace-tab.tsx'
import { TraceTools } from './trace-tools.tsx'

interface TurnPanelProps {
  readonly chatId: string
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What was sent cannot be shown, and that is no failure. */
const MISSING: Readonly<Record<string, { readonly title: string; readonly isDeleted: boolean }>> = {
  'trace-deleted': { title: 'The trace was deleted.', isDeleted: true },
  'trace-sealed': { title: 'The trace is sealed.', isDeleted: false },
}

/** One answer of a turn: the call that is chosen, on the tab that is chosen. */
export function TurnPanel({ chatId, turn, answer }: TurnPanelProps) {
  const { state } = useWorkbench()
  const [call, setCall] = useState<number>()
  const isRunning = answer.status === 'streaming'
  const place = { chatId, turnId: turn.id, answerId: answer.id }
  const { data, error, refetch } = useInspection({ ...place, isRunning, call })
  const missing = error instanceof WebError ? MISSING[error.serverCode ?? ''] : undefined
  if (state.inspector.tab === 'trace')
    return (
      <>
        {error && missing ? (
          <div className="trace-deleted">
            <h3>{missing.title}</h3>
            <p>{error.message}</p>
          </div>
        ) : null}
        <TraceTab place={{ ...place, isRunning }} />
        <TraceTools chatId={chatId} isDeleted={missing?.isDeleted === true} />
      </>
    )
  if (error && missing)
    return (
      <div className="trace-deleted">
        <h3>{missing.title}</h3>
        <p>{error.message}</p>
        <TraceTools chatId={chatId} isDeleted={missing.isDeleted} />
      </div>
    )
  if (error && !data) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">Reading turn {turn.number}</p>
  return (
    <>
      {data.calls > 1 ? <CallChoice call={call ?? data.call} calls={data.calls} onChoose={setCall} /> : null}
      <CallPanel
        key={data.call}
        tab={state.inspector.tab}
        inspection={data}
        notices={turn.notices ?? []}
        answer={answer}
      />
    </>
  )
}

interface CallChoiceProps {
  readonly call: number
  readonly calls: number
  readonly onChoose: (call: number | undefined) => void
}

/** After each use of tools the model is asked again. The last call is followed until another one is chosen. */
function CallChoice({ call, calls, onChoose }: CallChoiceProps) {
  return (
    <label className="inspector-answer">
      <span>Request</span>
      <select
        className="text-field"
        value={call}
        onChange={({ target }) => onChoose(Number(target.value) === calls ? undefined : Number(target.value))}
      >
        {Array.from({ length: calls }, (_, index) => (
          <option key={index} value={index + 1}>
            Call {index + 1} of {calls}
          </option>
        ))}
      </select>
    </label>
  )
}

interface CallPanelProps {
  readonly tab: Exclude<InspectorTab, 'trace'>
  readonly inspection: InspectionView
  readonly notices: readonly string[]
  readonly answer: AnswerView
}

function CallPanel({ tab, inspection, notices, answer }: CallPanelProps) {
  switch (tab) {
    case 'layers':
      return <LayersTab inspection={inspection} notices={notices} />
    case 'new':
      return <NewTab inspection={inspection} />
    case 'request':
      return <RequestTab inspection={inspection} />
    case 'cache':
      return <CacheTab inspection={inspection} answer={answer} />
    default:
      return tab satisfies never
  }
}
