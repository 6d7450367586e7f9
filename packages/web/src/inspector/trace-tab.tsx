import './trace-tab.css'
import './side-call-list.css'
import type { AnswerTraceView, SideCallView, ReceivedView, TracedCallView } from '@varve/contract'
import { useId, useState } from 'react'
import {
  type AnswerToInspect,
  useSideCall,
  useReceived,
  useTrace,
  useUnpricedModels,
} from '../api/queries.ts'
import { PartError } from '../workbench/part-error.tsx'
import {
  formatBrief,
  formatClockSeconds,
  priceWords,
  formatShare,
  formatTokens,
} from '../view-model/text/format.ts'
import {
  callStatus,
  describeTraceBar,
  phaseFacts,
  sideCallFacts,
  sideCallName,
  traceAxis,
  type TraceBar,
  type TracePart,
  tracePartName,
} from '../view-model/thread/trace-bars.ts'
import { RequestPart } from './request-tab.tsx'
import type { CallToInspect } from '../api/routes.ts'
import { Icon } from '../parts/icon.tsx'
import { settingsFacts } from '../view-model/models/models.ts'
import { WebError } from '../parts/web-error.ts'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

/** How each call of an answer went, on one axis of time, and its side calls. */
export function TraceTab({ place }: { readonly place: AnswerToInspect }) {
  const { data, error, refetch } = useTrace(place)
  const unpriced = useUnpricedModels()
  if (error && !data) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">{t('Reading the trace')}</p>
  return (
    <>
      {data.textsLeftOut === undefined ? null : <p className="faint">{data.textsLeftOut}</p>}
      <TraceCalls trace={data} place={place} isUnpriced={unpriced.has(data.modelId)} />
      <SideCallList chatId={place.chatId} sideCalls={data.sideCalls} unpriced={unpriced} />
    </>
  )
}

interface TraceCallsProps {
  readonly trace: AnswerTraceView
  readonly place: AnswerToInspect
  readonly isUnpriced?: boolean
}

const PARTS: readonly TracePart[] = ['prepare', 'wait', 'stream']

export function TraceCalls({ trace, place, isUnpriced = false }: TraceCallsProps) {
  const { calls, modelName } = trace
  const axis = traceAxis(calls)
  const costUSD = calls.reduce((sum, { usage }) => sum + (usage?.costUSD ?? 0), 0)
  const isCounted = calls.some(({ usage }) => usage !== undefined)
  if (calls.length === 0) return <p>{t('Nothing was sent to {modelName} for this turn.', { modelName })}</p>
  return (
    <>
      <p className="inspector-total figures">
        <b>{axis.bars.size === 0 ? calls.length : formatBrief(axis.milliseconds)}</b>
        <span>
          {t(
            axis.bars.size === 0
              ? '{count|call|calls} of {model}'
              : 'for {count} {count|call|calls} of {model}',
            {
              count: calls.length,
              model: modelName,
            },
          )}
        </span>
        <span className="grow" />
        {isCounted ? <span className="faint">{priceWords(costUSD, isUnpriced)}</span> : null}
      </p>
      {axis.bars.size === 0 ? null : (
        <ul className="trace-legend" aria-label={t('Parts of a bar')}>
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
            isUnpriced={isUnpriced}
          />
        ))}
      </ol>
    </>
  )
}

interface SideCallListProps {
  readonly chatId: string
  readonly sideCalls: readonly SideCallView[]
  readonly unpriced: ReadonlySet<string>
}

/** The side calls of a turn: to plan, to summarize, to compare. */
function SideCallList({ chatId, sideCalls, unpriced }: SideCallListProps) {
  if (sideCalls.length === 0) return null
  return (
    <section className="side-calls" aria-label={t('Side calls of this turn')}>
      <h3>{t('Side calls')}</h3>
      <ul>
        {sideCalls.map((call) => (
          <SideCallRow key={call.id} chatId={chatId} call={call} isUnpriced={unpriced.has(call.modelId)} />
        ))}
      </ul>
    </section>
  )
}

interface SideCallRowProps {
  readonly chatId: string
  readonly call: SideCallView
  readonly isUnpriced: boolean
}

function SideCallRow({ chatId, call, isUnpriced }: SideCallRowProps) {
  const [isOpen, setOpen] = useState(false)
  const textId = useId()
  return (
    <li>
      <button type="button" aria-expanded={isOpen} aria-controls={textId} onClick={() => setOpen(!isOpen)}>
        <b>{sideCallName(call.purpose)}</b>
        <span className="faint figures">{sideCallFacts(call, isUnpriced).join(' · ')}</span>
        {call.error === undefined ? null : <span className="side-call-error">{call.error}</span>}
      </button>
      <div id={textId} hidden={!isOpen}>
        {isOpen ? <SideCallText chatId={chatId} id={call.id} /> : null}
      </div>
    </li>
  )
}

function SideCallText({ chatId, id }: { readonly chatId: string; readonly id: string }) {
  const { data, error, refetch } = useSideCall(chatId, id)
  if (error) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">{t('Reading')}</p>
  const { request, answer } = data
  return (
    <>
      <h4>{t('Request')}</h4>
      {request === undefined ? (
        <p>{t('It was deleted.')}</p>
      ) : (
        <RequestPart text={request} label={t('Request, as sent')} />
      )}
      <h4>{t('Answer')}</h4>
      {answer === undefined ? <p>{t('It was deleted.')}</p> : null}
      {answer === '' ? <p>{t('No response.')}</p> : null}
      {answer ? <RequestPart text={answer} label={t('Answer, as received')} /> : null}
    </>
  )
}

/** It cannot be shown, and that is no failure. */
const MISSING: ReadonlySet<string> = new Set(['trace-deleted', 'trace-sealed', 'not-recorded'])

interface TracedCallProps {
  readonly call: TracedCallView
  readonly trace: AnswerTraceView
  readonly bar: TraceBar | undefined
  readonly axisMilliseconds: number
  readonly place: CallToInspect
  readonly isUnpriced: boolean
}

/** One call: its place in time and its figures in short; opened, all that is known of it and what came back. */
function TracedCall({ call, trace, bar, axisMilliseconds, place, isUnpriced }: TracedCallProps) {
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
        <b>{t('Call {number}', { number: call.number })}</b>
        <span className={call.status === 'failed' ? 'traced-failed' : 'faint'}>{callStatus(call)}</span>
        <span className="grow" />
        {call.milliseconds === undefined ? null : (
          <span className="figures">{formatBrief(call.milliseconds)}</span>
        )}
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
      </button>
      {bar ? <Bar number={call.number} bar={bar} axisMilliseconds={axisMilliseconds} /> : null}
      <p className="traced-facts figures">{shortFacts(call, bar, isUnpriced).join(' · ')}</p>
      {call.error === undefined ? null : <p className="traced-error">{call.error}</p>}
      <div id={detailId} hidden={!isOpen}>
        {isOpen ? (
          <>
            <dl className="traced-detail figures">
              {detailsOf(call, trace, bar, isUnpriced).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  {value.map((line) => (
                    <dd key={line}>{line}</dd>
                  ))}
                </div>
              ))}
            </dl>
            {call.status === 'streaming' ? (
              <p className="traced-facts">{t('The response appears when the call ends.')}</p>
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
  isUnpriced: boolean,
): readonly string[] {
  const counted = usage ?? predicted
  const tools = bar?.toolsMilliseconds ?? 0
  return [
    ...(tools > 0 ? [t('after {time} of tools', { time: formatBrief(tools) })] : []),
    ...(firstMilliseconds === undefined
      ? []
      : [t('first byte {time}', { time: formatBrief(firstMilliseconds) })]),
    ...(counted
      ? [
          t(usage ? '{input} in, {share} cached' : 'forecast {input} in, {share} cached', {
            input: formatTokens(counted.input),
            share: formatShare(counted.cached, counted.input),
          }),
        ]
      : []),
    ...(usage
      ? [t('{tokens} out', { tokens: formatTokens(usage.output) }), priceWords(usage.costUSD, isUnpriced)]
      : []),
  ]
}

type Detail = readonly [name: string, lines: readonly string[]]

function detailsOf(
  call: TracedCallView,
  { modelName, modelId, settings }: AnswerTraceView,
  bar: TraceBar | undefined,
  isUnpriced: boolean,
): readonly Detail[] {
  const { at, provider, protocol, firstMilliseconds, milliseconds, predicted, usage, diagnosis } = call
  const sent = settingsFacts(settings)
  const way = [...new Set([provider, protocol])].filter((name) => name !== undefined)
  const details: readonly Detail[] = [
    [t('Model'), [`${modelName}, ${modelId}`]],
    [t('Provider'), way.length === 0 ? [] : [way.join(', ')]],
    [t('Sent'), at === undefined ? [] : [formatClockSeconds(at)]],
    [t('Tools before'), bar && bar.toolsMilliseconds > 0 ? [formatBrief(bar.toolsMilliseconds)] : []],
    [t('Preparation'), phaseFacts(call)],
    [t('First byte'), firstMilliseconds === undefined ? [] : [formatBrief(firstMilliseconds)]],
    [t('Total'), milliseconds === undefined ? [] : [formatBrief(milliseconds)]],
    [t('Forecast'), predicted ? [forecastWords(predicted, isUnpriced)] : []],
    [usage?.reported ? t('Reported') : t('Counted by Varve'), usage ? [usageWords(usage, isUnpriced)] : []],
    [t('Cache, by the provider'), diagnosis ? [diagnosisWords(diagnosis)] : []],
    [t('Settings'), [sent.length === 0 ? t('model defaults') : sent.join(', ')]],
  ]
  return details.filter(([, lines]) => lines.length > 0)
}

/** The provider's own word on how the request differs from the one before. */
function diagnosisWords({ found, reason, missedTokens }: NonNullable<TracedCallView['diagnosis']>): string {
  if (found === 'same') return t('starts like the request before')
  const why = reason?.replaceAll('_', ' ') ?? ''
  if (found === 'unknown') return why === '' ? t('not compared') : t('not compared: {why}', { why })
  if (missedTokens === undefined) return why
  return t('{why}, {tokens} tokens not reused', { why, tokens: formatTokens(missedTokens) })
}

function forecastWords(
  { input, cached, costUSD }: NonNullable<TracedCallView['predicted']>,
  isUnpriced: boolean,
): string {
  return t('{input} in, {cached} cached, {price} before the answer', {
    input: formatTokens(input),
    cached: formatTokens(cached),
    price: priceWords(costUSD, isUnpriced),
  })
}

function usageWords(
  { input, cached, written, output, costUSD }: NonNullable<TracedCallView['usage']>,
  isUnpriced: boolean,
): string {
  return [
    t('{tokens} in', { tokens: formatTokens(input) }),
    t('{tokens} cached', { tokens: formatTokens(cached) }),
    ...(written ? [t('{tokens} written', { tokens: formatTokens(written) })] : []),
    t('{tokens} out', { tokens: formatTokens(output) }),
    priceWords(costUSD, isUnpriced),
  ].join(', ')
}

/** What came back from one call, as it came. */
function ReceivedTexts({ place }: { readonly place: CallToInspect }) {
  const { data, error, refetch } = useReceived(place)
  if (error instanceof WebError && MISSING.has(error.serverCode ?? ''))
    return <p className="traced-facts">{error.message}</p>
  if (error) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="traced-facts faint">{t('Reading')}</p>
  return <Received received={data} />
}

function Received({ received }: { readonly received: ReceivedView }) {
  const parts = partsOf(received)
  if (parts.length === 0) return <p className="traced-facts">{t('No response.')}</p>
  return (
    <>
      {parts.map(({ title, text }) => (
        <ReceivedPart key={title} title={title} text={text} />
      ))}
    </>
  )
}

interface ReceivedPartProps {
  readonly title: string
  readonly text: string
}

function ReceivedPart({ title, text }: ReceivedPartProps) {
  const { copied, copy } = useCopy()
  return (
    <section className="received-part" aria-label={t('{title}, as received', { title })}>
      <h3>
        {title}
        <span className="grow" />
        <Button small look="bare" aria-label={t('Copy: {title}', { title })} onClick={() => copy(text)}>
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </h3>
      <RequestPart text={text} label={t('{title}, as received', { title })} />
    </section>
  )
}

function partsOf({ text, reasoning, calls }: ReceivedView): readonly ReceivedPartProps[] {
  return [
    ...(reasoning === '' ? [] : [{ title: t('Thoughts'), text: reasoning }]),
    ...(text === '' ? [] : [{ title: t('Text'), text }]),
    ...calls.map(({ tool, arguments: args }, index) => ({
      title: t('Tool {number}: {tool}', { number: index + 1, tool }),
      text: args,
    })),
  ]
}
