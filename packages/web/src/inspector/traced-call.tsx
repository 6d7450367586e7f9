import type { AnswerTraceView, TracedCallView } from '@varve/server/types'
import { useId, useState } from 'react'
import type { CallToInspect } from '../api/routes.ts'
import { Icon } from '../parts/icon.tsx'
import { settingsFacts } from '../view-model/models/settings-words.ts'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatBrief, formatClockSeconds } from '../view-model/text/format-time.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { callStatus, describeTraceBar, phaseFacts, type TraceBar } from '../view-model/thread/trace-bars.ts'
import { ReceivedTexts } from './received-texts.tsx'

interface TracedCallProps {
  readonly call: TracedCallView
  readonly trace: AnswerTraceView
  readonly bar: TraceBar | undefined
  readonly axisMilliseconds: number
  readonly place: CallToInspect
}

/** One call: its place in time and its figures in short; opened, all that is known of it and what came back. */
export function TracedCall({ call, trace, bar, axisMilliseconds, place }: TracedCallProps) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  return (
    <li>
      <button
        type="button"
        className="traced-head"
        aria-expanded={isOpen}
        aria-controls={detailId}
        onClick={() => setOpen(!isOpen)}
      >
        <b>Call {call.number}</b>
        <span className={call.status === 'failed' ? 'traced-failed' : 'faint'}>{callStatus(call)}</span>
        <span className="grow" />
        {call.milliseconds === undefined ? null : (
          <span className="figures">{formatBrief(call.milliseconds)}</span>
        )}
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
      </button>
      {bar ? <Bar number={call.number} bar={bar} axisMilliseconds={axisMilliseconds} /> : null}
      <p className="traced-facts figures">{shortFacts(call, bar).join(' · ')}</p>
      {call.error === undefined ? null : <p className="traced-error">{call.error}</p>}
      <div id={detailId} hidden={!isOpen}>
        {isOpen ? (
          <>
            <dl className="traced-detail figures">
              {detailsOf(call, trace, bar).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  {value.map((line) => (
                    <dd key={line}>{line}</dd>
                  ))}
                </div>
              ))}
            </dl>
            {call.status === 'streaming' ? (
              <p className="traced-facts">What comes back is shown once the call has ended.</p>
            ) : (
              <ReceivedTexts place={place} />
            )}
          </>
        ) : null}
      </div>
    </li>
  )
}

interface BarProps {
  readonly number: number
  readonly bar: TraceBar
  readonly axisMilliseconds: number
}

function Bar({ number, bar, axisMilliseconds }: BarProps) {
  const share = (milliseconds: number) => `${(milliseconds / Math.max(1, axisMilliseconds)) * 100}%`
  return (
    <div className="trace-bar" role="img" aria-label={describeTraceBar(number, bar)}>
      <span style={{ width: share(bar.start) }} />
      {bar.parts
        .filter(({ milliseconds }) => milliseconds > 0)
        .map(({ kind, milliseconds }) => (
          <span key={kind} className={kind} style={{ width: share(milliseconds) }} />
        ))}
    </div>
  )
}

/** What one compares between calls. */
function shortFacts(
  { firstMilliseconds, usage, predicted }: TracedCallView,
  bar: TraceBar | undefined,
): readonly string[] {
  const counted = usage ?? predicted
  const tools = bar?.toolsMilliseconds ?? 0
  return [
    ...(tools > 0 ? [`after ${formatBrief(tools)} of tools`] : []),
    ...(firstMilliseconds === undefined ? [] : [`first byte ${formatBrief(firstMilliseconds)}`]),
    ...(counted
      ? [
          `${usage ? '' : 'forecast '}${formatTokens(counted.input)} in, ${formatShare(counted.cached, counted.input)} cached`,
        ]
      : []),
    ...(usage ? [`${formatTokens(usage.output)} out`, price(usage.costUSD)] : []),
  ]
}

type Detail = readonly [name: string, lines: readonly string[]]

function detailsOf(
  call: TracedCallView,
  { modelName, modelId, settings }: AnswerTraceView,
  bar: TraceBar | undefined,
): readonly Detail[] {
  const { at, provider, protocol, firstMilliseconds, milliseconds, predicted, usage } = call
  const sent = settingsFacts(settings)
  const way = [...new Set([provider, protocol])].filter((name) => name !== undefined)
  const details: readonly Detail[] = [
    ['Model', [`${modelName}, ${modelId}`]],
    ['Provider', way.length === 0 ? [] : [way.join(', ')]],
    ['Sent', at === undefined ? [] : [formatClockSeconds(at)]],
    ['Tools before', bar && bar.toolsMilliseconds > 0 ? [formatBrief(bar.toolsMilliseconds)] : []],
    ['Before it', phaseFacts(call)],
    ['First byte', firstMilliseconds === undefined ? [] : [formatBrief(firstMilliseconds)]],
    ['In all', milliseconds === undefined ? [] : [formatBrief(milliseconds)]],
    ['Forecast', predicted ? [forecastWords(predicted)] : []],
    [usage?.reported ? 'Reported' : 'Counted here', usage ? [usageWords(usage)] : []],
    ['Settings', [sent.length === 0 ? 'as the model has them' : sent.join(', ')]],
  ]
  return details.filter(([, lines]) => lines.length > 0)
}

function forecastWords({ input, cached, costUSD }: NonNullable<TracedCallView['predicted']>): string {
  return `${formatTokens(input)} in, ${formatTokens(cached)} cached, ${price(costUSD)} before the answer`
}

function usageWords({
  input,
  cached,
  written,
  output,
  costUSD,
}: NonNullable<TracedCallView['usage']>): string {
  return [
    `${formatTokens(input)} in`,
    `${formatTokens(cached)} cached`,
    ...(written ? [`${formatTokens(written)} written`] : []),
    `${formatTokens(output)} out`,
    price(costUSD),
  ].join(', ')
}

function price(costUSD: number): string {
  return costUSD === 0 ? 'free' : formatMoney(costUSD)
}
