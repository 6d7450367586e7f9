import type { AnswerTraceView } from '@varve/server/types'
import { type TraceToShow, useTrace } from '../api/trace-queries.ts'
import { PartError } from '../shell/part-error.tsx'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatBrief } from '../view-model/text/format-time.ts'
import { traceAxis, type TracePart, tracePartName } from '../view-model/thread/trace-bars.ts'
import { AsideList } from './aside-list.tsx'
import { TracedCall } from './traced-call.tsx'
import './trace-tab.css'

/** How each call of an answer went, on one axis of time, and what was asked beside it. */
export function TraceTab({ place }: { readonly place: TraceToShow }) {
  const { data, error, refetch } = useTrace(place)
  if (error && !data) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">Reading the trace</p>
  return (
    <>
      {data.textsLeftOut === undefined ? null : <p className="faint">{data.textsLeftOut}</p>}
      <TraceCalls trace={data} place={place} />
      <AsideList chatId={place.chatId} asides={data.asides} />
    </>
  )
}

interface TraceCallsProps {
  readonly trace: AnswerTraceView
  readonly place: TraceToShow
}

const PARTS: readonly TracePart[] = ['prepare', 'wait', 'stream']

export function TraceCalls({ trace, place }: TraceCallsProps) {
  const { calls, modelName } = trace
  const axis = traceAxis(calls)
  const costUSD = calls.reduce((sum, { usage }) => sum + (usage?.costUSD ?? 0), 0)
  const isCounted = calls.some(({ usage }) => usage !== undefined)
  if (calls.length === 0) return <p>Nothing was sent to {modelName} for this turn.</p>
  return (
    <>
      <p className="inspector-total figures">
        <b>{axis.bars.size === 0 ? calls.length : formatBrief(axis.milliseconds)}</b>
        <span>
          {axis.bars.size === 0 ? '' : `for ${calls.length} `}
          {calls.length === 1 ? 'call' : 'calls'} of {modelName}
        </span>
        <span className="grow" />
        {isCounted ? <span className="faint">{costUSD === 0 ? 'free' : formatMoney(costUSD)}</span> : null}
      </p>
      {axis.bars.size === 0 ? null : (
        <ul className="trace-legend" aria-label="Parts of a bar">
          {PARTS.map((kind) => (
            <li key={kind}>
              <span className={`trace-swatch ${kind}`} />
              {tracePartName(kind)}
            </li>
          ))}
        </ul>
      )}
      <ol className="traced-calls">
        {calls.map((call) => (
          <TracedCall
            key={call.number}
            call={call}
            trace={trace}
            bar={axis.bars.get(call.number)}
            axisMilliseconds={axis.milliseconds}
            place={{ ...place, call: call.number }}
          />
        ))}
      </ol>
    </>
  )
}
