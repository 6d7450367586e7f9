import './usage-view.css'
import type { TurnStatisticsView } from '@varve/contract'
import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PartError, ServerTrouble } from '../workbench/part-error.tsx'
import { ToastLine } from '../workbench/toast-line.tsx'
import { usePageShortcuts } from '../workbench/use-page-shortcuts.ts'
import {
  answerWords,
  costWords,
  dayOf,
  type DaysToShow,
  formatSigned,
  shareChange,
  spentWords,
  usageColumns,
  type UsageColumns,
  type UsageMeasure,
  type UsageSpan,
  usageTimes,
  type UsageTimes,
} from '../view-model/usage/usage.ts'
import { CostChart, modelTone, ShareChart } from './charts.tsx'
import { UsageBar } from './usage-bar.tsx'
import { Button } from '../parts/button.tsx'
import { useUnpricedModels } from '../api/queries.ts'
import { t } from '../i18n/t.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import {
  countTokens,
  formatMoney,
  formatShare,
  formatTokens,
  formatTokensShort,
} from '../view-model/text/format.ts'

const FIGURES = {
  day: t('Figures by day'),
  week: t('Figures by week'),
  month: t('Figures by month'),
} as const

const HEADS: Readonly<Record<UsageColumns['unit'], string>> = {
  day: t('Day'),
  week: t('Week'),
  month: t('Month'),
}

/** What the chats of the workspace used and cost, by day and by model, and where their prefixes broke. */
export function UsageView({ span }: { readonly span: UsageSpan }) {
  // "Today" is fixed when the view opens; a page left open for days needs a reload.
  const [now] = useState(() => new Date())
  const { data, before, error, refetch } = useUsage(usageTimes(span, now))
  usePageShortcuts()
  return (
    <main className="usage-view">
      <UsageBar span={span} data={data} />
      <div className="usage-page">
        <div className="usage-column">
          {error && !data ? (
            <PartError error={error} onRetry={refetch} />
          ) : data === undefined ? (
            <p className="faint" role="status">
              {t('Adding up')}
            </p>
          ) : data.total.calls + data.total.sideCalls === 0 ? (
            <NoUsage span={span} />
          ) : (
            <Usage key={span} data={data} before={before} span={span} now={now} />
          )}
        </div>
      </div>
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

interface UsageProps {
  readonly data: TurnStatisticsView
  readonly before: TurnStatisticsView | undefined
  readonly span: UsageSpan
  readonly now: Date
}

function Usage({ data, before, span, now }: UsageProps) {
  // Where nothing was charged, money would draw an empty chart.
  const [measure, setMeasure] = useState<UsageMeasure>(data.total.costUSD > 0 ? 'cost' : 'tokens')
  const shown = usageColumns(shownDays(data, span, now))
  const unpriced = useUnpricedModels()
  const unknown = new Set(
    data.models.flatMap(({ modelId, modelName }) => (unpriced.has(modelId) ? [modelName] : [])),
  )
  return (
    <>
      <UsageFigures data={data} before={before} span={span} unpriced={unpriced} />
      <div className="usage-grid">
        <CostChart shown={shown} measure={measure} onMeasure={setMeasure} />
        <ShareChart columns={shown.columns} unit={shown.unit} />
        <ModelTable models={data.models} named={shown.models} unpriced={unpriced} />
        <BreakTable changes={data.changes} />
      </div>
      <DayTable columns={shown.columns} unit={shown.unit} unknown={unknown} />
    </>
  )
}

/** From the first day of a span to today. Days are those of the server: in its zone it may be yesterday still, or tomorrow already. */
export function shownDays(
  { days }: Pick<TurnStatisticsView, 'days'>,
  span: UsageSpan,
  now: Date,
): DaysToShow {
  const since = usageTimes(span, now)?.since
  const named = [...days.map(({ day }) => day), dayOf(now), ...(since ? [dayOf(since)] : [])].toSorted()
  return { days, from: named[0] ?? '', to: named.at(-1) ?? '' }
}

/** No requests in this period. */
function NoUsage({ span }: { readonly span: UsageSpan }) {
  const { startChat, openUsage } = useWorkbench()
  return (
    <div className="usage-none">
      <h2>{span === 'all' ? t('No requests yet.') : t('No requests in this period.')}</h2>
      <p>
        {t(
          'See what your chats cost by day and by model, how much caches saved, and where a change made a provider read everything again.',
        )}
      </p>
      <div className="usage-none-actions">
        {span === 'all' ? null : <Button onClick={() => openUsage('all')}>{t('Show all time')}</Button>}
        <Button look="main" onClick={startChat}>
          {t('New chat')}
        </Button>
      </div>
    </div>
  )
}

/** The usage of a span, and of the one before it; of all time where none is named. */
function useUsage(times: UsageTimes | undefined) {
  const since = times?.since.toISOString()
  const before = times?.before.toISOString()
  const { data, error, refetch } = useQuery({
    queryKey: keys.usage(since, undefined),
    queryFn: () => routes.usage({ since }),
    staleTime: 0,
    // Answers continue meanwhile, here and in other tabs.
    refetchInterval: 30_000,
  })
  const earlier = useQuery({
    queryKey: keys.usage(before, since),
    queryFn: () => routes.usage({ since: before, until: since }),
    enabled: times !== undefined,
    staleTime: 60_000,
  })
  // All of time has the key of what is before it: what is not asked for would be answered with the same.
  return { data, before: times && earlier.data, error, refetch: () => void refetch() }
}

/** Why prefixes changed, and what reading them again cost. */
function BreakTable({ changes: all }: Pick<TurnStatisticsView, 'changes'>) {
  // A model that joins a chat has no prefix that could break.
  const changes = all.filter(({ tokens }) => tokens > 0)
  return (
    <section className="usage-panel" aria-labelledby="usage-breaks">
      <div className="usage-head">
        <h2 id="usage-breaks">{t('Cache breaks')}</h2>
      </div>
      {changes.length === 0 ? (
        <p className="faint">{t('None: every request began like the previous one.')}</p>
      ) : (
        <table className="usage-table figures">
          <thead>
            <tr>
              <th scope="col">{t('Reason')}</th>
              <th scope="col">{t('Times')}</th>
              <th scope="col">{t('Tokens')}</th>
              <th scope="col">{t('Cost')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ reason, words, count, tokens, costUSD }) => (
              <tr key={reason}>
                <th scope="row">{t(words).replace(/\.$/, '')}</th>
                <td>{formatTokens(count)}</td>
                <td>{formatTokensShort(tokens)}</td>
                <td>{costUSD === 0 ? t('free') : formatMoney(costUSD)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface DayTableProps extends Pick<UsageColumns, 'columns' | 'unit'> {
  /** Names of models whose price nobody has said. */
  readonly unknown: ReadonlySet<string>
}

/** The figures that the charts are drawn from, newest first: days without a call are left out. */
function DayTable({ columns, unit, unknown }: DayTableProps) {
  const used = columns.filter(({ input, output, calls }) => input + output + calls > 0).toReversed()
  return (
    <details className="usage-panel usage-days">
      <summary>{FIGURES[unit]}</summary>
      <div className="usage-scroll">
        <table className="usage-table figures">
          <thead>
            <tr>
              <th scope="col">{HEADS[unit]}</th>
              <th scope="col">{t('Answers')}</th>
              <th scope="col">{t('Input')}</th>
              <th scope="col">{t('Cached')}</th>
              <th scope="col">{t('Output')}</th>
              <th scope="col">{t('Cost')}</th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ title, calls, input, cached, output, costUSD, parts }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{formatTokens(calls)}</td>
                <td>{formatTokens(input)}</td>
                <td>{formatShare(cached, input)}</td>
                <td>{formatTokens(output)}</td>
                <td>
                  {costWords(
                    { costUSD, input },
                    parts.some(({ model, tokens }) => tokens > 0 && unknown.has(model)),
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface UsageFiguresProps {
  readonly data: TurnStatisticsView
  readonly before: TurnStatisticsView | undefined
  readonly span: UsageSpan
  readonly unpriced: ReadonlySet<string>
}

/** The four figures that are asked for first. */
function UsageFigures({ data, before, span, unpriced }: UsageFiguresProps) {
  const { total, models } = data
  const isUnknown = models.some(
    ({ modelId, costUSD, input }) => unpriced.has(modelId) && costUSD === 0 && input > 0,
  )
  const change = shareChange(data, before, span)
  return (
    <dl className="usage-figures figures">
      <Figure name={t('Spent')} value={isUnknown && total.costUSD === 0 ? '–' : formatSigned(total.costUSD)}>
        {spentWords(total, isUnknown)}
      </Figure>
      <Figure name={t('Cached share of input')} value={formatShare(total.cached, total.input)}>
        {change ? (
          <>
            <b data-direction={change.direction}>{change.words}</b> {change.rest}
          </>
        ) : (
          t('of {tokens} tokens', { tokens: formatTokens(total.input) })
        )}
      </Figure>
      <Figure name={t('Saved by caches')} value={formatSigned(total.savedUSD)}>
        {total.savedUSD < 0 ? t('caches have not paid off yet') : t('compared with no cache')}
      </Figure>
      <Figure name={t('Answers')} value={formatTokens(total.calls)}>
        {answerWords(data, unpriced)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly children: ReactNode
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <small>{children}</small>
      </dd>
    </div>
  )
}

interface ModelTableProps {
  readonly models: TurnStatisticsView['models']
  /** Those with a colour of their own, as the legend has them. */
  readonly named: readonly string[]
  readonly unpriced: ReadonlySet<string>
}

/** Each model, most expensive first. */
function ModelTable({ models, named, unpriced }: ModelTableProps) {
  const sorted = models.toSorted((a, b) => b.costUSD - a.costUSD || b.calls - a.calls)
  return (
    <section className="usage-panel" aria-labelledby="usage-models">
      <div className="usage-head">
        <h2 id="usage-models">{t('Models')}</h2>
      </div>
      <table className="usage-table figures">
        <thead>
          <tr>
            <th scope="col">{t('Model')}</th>
            <th scope="col">{t('Answers')}</th>
            <th scope="col" className="wide-only">
              {t('Input')}
            </th>
            <th scope="col">{t('Cached')}</th>
            <th scope="col">{t('Cost')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ modelId, modelName, calls, input, cached, costUSD }) => (
            <tr key={modelId}>
              <th scope="row">
                <span className="usage-swatch" style={{ background: toneOf(modelName, named) }} />
                {modelName}
              </th>
              <td>{formatTokens(calls)}</td>
              <td className="wide-only" title={countTokens(input)}>
                {formatTokensShort(input)}
              </td>
              <td>
                <span className="usage-meter wide-only" aria-hidden="true">
                  <span style={{ width: `${input === 0 ? 0 : (cached / input) * 100}%` }} />
                </span>
                {formatShare(cached, input)}
              </td>
              <td>{costWords({ costUSD, input }, unpriced.has(modelId))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function toneOf(name: string, named: readonly string[]): string {
  const place = named.indexOf(name)
  return modelTone(place === -1 ? named.length - 1 : place)
}
