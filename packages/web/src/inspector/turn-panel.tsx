import { type Notice } from '@varve/contract/tables/notices'
import './trace-tools.css'
import '../parts/show-more.css'
import './new-tab.css'
import type { AnswerView, FreshView, InspectionView, LayerView, TurnView } from '@varve/contract'
import { Fragment, type ReactNode, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useInspection } from '../api/queries.ts'
import { WebError } from '../parts/web-error.ts'
import { PartError } from '../workbench/part-error.tsx'
import type { InspectorTab } from '../workbench/workbench-state.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { CacheTab } from './cache-tab.tsx'
import { LayersTab } from './layers-tab.tsx'
import { RequestTab } from './request-tab.tsx'
import { TraceTab } from './trace-tab.tsx'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { LayerTag } from '../parts/chip.tsx'
import { formatMoney, formatTokens } from '../view-model/text/format.ts'
import { SegmentRow } from './segment-row.tsx'
import { t } from '../i18n/t.ts'
import { divergenceWords } from './reasons.ts'

/** As many segments of one stretch are drawn at first. */
const FIRST_SEGMENTS = 40

interface TurnPanelProps {
  readonly chatId: string
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What was sent cannot be shown, and that is no failure. */
const MISSING: Readonly<Record<string, { readonly title: string; readonly isDeleted: boolean }>> = {
  'trace-deleted': { title: t('The trace was deleted.'), isDeleted: true },
  'trace-sealed': { title: t('The trace can’t be decrypted.'), isDeleted: false },
}

/** One answer of a turn: the call that is chosen, on the tab that is chosen. */
export function TurnPanel({ chatId, turn, answer }: TurnPanelProps) {
  const { state } = useWorkbench()
  const [call, setCall] = useState<number>()
  const isRunning = answer.status === 'streaming'
  const place = { chatId, turnId: turn.id, answerId: answer.id }
  const { data, error, refetch } = useInspection({ ...place, isRunning }, call)
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
  if (!data) return <p className="faint">{t('Reading turn {number}', { number: turn.number })}</p>
  return (
    <>
      {data.calls > 1 ? <CallChoice call={call ?? data.call} calls={data.calls} onChoose={setCall} /> : null}
      <Fragment key={data.call}>
        {CALL_TABS[state.inspector.tab]({ inspection: data, notices: turn.notices ?? [], answer })}
      </Fragment>
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
      <span>{t('Request')}</span>
      <select
        className="text-field"
        value={call}
        onChange={({ target }) => onChoose(Number(target.value) === calls ? undefined : Number(target.value))}
      >
        {Array.from({ length: calls }, (_, index) => (
          <option key={index} value={index + 1}>
            {t('Call {number} of {calls}', { number: index + 1, calls })}
          </option>
        ))}
      </select>
    </label>
  )
}

interface CallToShow {
  readonly inspection: InspectionView
  readonly notices: readonly Notice[]
  readonly answer: AnswerView
}

/** What the tabs show of one call; the trace shows all of them. */
const CALL_TABS: Readonly<Record<Exclude<InspectorTab, 'trace'>, (props: CallToShow) => ReactNode>> = {
  layers: ({ inspection, notices, answer }) => (
    <LayersTab inspection={inspection} notices={notices} modelId={answer.modelId} />
  ),
  new: ({ inspection }) => <NewTab inspection={inspection} />,
  request: ({ inspection }) => <RequestTab inspection={inspection} />,
  cache: ({ inspection, answer }) => <CacheTab inspection={inspection} answer={answer} />,
}

interface TraceToolsProps {
  readonly chatId: string
  /** The request of the shown turn was deleted. */
  readonly isDeleted: boolean
}

/** Actions for all requests of the chat: export or delete for good. */
function TraceTools({ chatId, isDeleted }: TraceToolsProps) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const erase = useMutation({
    mutationFn: () => routes.deleteTrace(chatId),
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: keys.inspections(chatId) })
      await client.invalidateQueries({ queryKey: keys.audit })
    },
  })
  return (
    <section className="trace-tools" aria-label={t('Trace of this chat')}>
      {asking ? (
        <div role="group" aria-label={t('Delete what was sent in this chat for good?')}>
          <p>
            {t(
              'Delete every request of this chat for good? The chat, its answers and their costs stay; the requests can no longer be shown.',
            )}
          </p>
          <div className="trace-buttons">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
            <Button small autoFocus onClick={() => setAsking(false)}>
              {t('Keep')}
            </Button>
            <Button small look="danger" disabled={erase.isPending} onClick={() => erase.mutate()}>
              {t('Delete for good')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="trace-buttons">
          <a className="button plain small" href={routes.exportTrace(chatId)} download>
            {t('Export trace')}
          </a>
          {isDeleted ? null : (
            <Button small onClick={() => setAsking(true)}>
              {t('Delete trace…')}
            </Button>
          )}
        </div>
      )}
      {erase.error ? <ErrorNotice error={erase.error} /> : null}
    </section>
  )
}

/** What the model reads for the first time in this request, in its order, and why so much or so little. */
function NewTab({ inspection }: { readonly inspection: InspectionView }) {
  const { fresh, layers } = inspection
  if (!fresh)
    return (
      <p>
        {t(
          'This request was sent before Varve recorded what is new in a request. The Cache tab shows where it differs from the previous call: {divergence}',
          { divergence: divergenceWords(inspection) },
        )}
      </p>
    )
  return (
    <>
      <p className="inspector-total figures">
        <b>{formatTokens(fresh.newTokens)}</b>
        <span>
          {t('{count|token|tokens} new of {all}', {
            count: fresh.newTokens,
            all: formatTokens(fresh.keptTokens + fresh.newTokens),
          })}
        </span>
      </p>
      <div className="new-bar" role="img" aria-label={describeNewBar(fresh)}>
        {fresh.keptTokens > 0 ? <span className="kept" style={{ flexGrow: fresh.keptTokens }} /> : null}
        <span className="new" style={{ flexGrow: Math.max(1, fresh.newTokens) }} />
      </div>
      <p className="new-words">{newWords(inspection, fresh)}</p>
      <ol className="new-runs">
        {fresh.runs.map((run) => (
          <NewRun
            key={`${run.layer} ${run.from}`}
            run={run}
            layer={layers.find(({ id }) => id === run.layer)}
          />
        ))}
      </ol>
    </>
  )
}

interface NewRunProps {
  readonly run: FreshView['runs'][number]
  readonly layer: LayerView | undefined
}

/** Consecutive segments of one layer. */
function NewRun({ run, layer }: NewRunProps) {
  const [all, setAll] = useState(false)
  if (!layer) return null
  const segments = layer.segments.slice(run.from, run.from + run.count)
  const shown = all ? segments : segments.slice(0, FIRST_SEGMENTS)
  const more = segments.length - shown.length
  return (
    <li data-layer={run.layer}>
      <h3>
        <LayerTag id={run.layer} />
        <b>{t(layer.title)}</b>
        <span className="grow" />
        <span className="figures">{formatTokens(segments.reduce((sum, { tokens }) => sum + tokens, 0))}</span>
      </h3>
      <ul className="segments">
        {shown.map((segment, index) => (
          <SegmentRow key={`${segment.name} ${run.from + index}`} segment={segment} />
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {t('{count} more', { count: more })}
        </button>
      ) : null}
    </li>
  )
}

/** Whether the prefix still matches and why, how much of it is cached, and the cost. */
export function newWords(inspection: InspectionView, fresh: FreshView): string {
  return [divergenceWords(inspection), cacheWords(inspection, fresh), priceWords(inspection, fresh)]
    .filter((words) => words !== '')
    .join(' ')
}

function cacheWords({ predicted }: InspectionView, { keptTokens, isFirst, isCold }: FreshView): string {
  if (predicted.cached > 0)
    return t('{cached} tokens are expected from the cache.', { cached: formatTokens(predicted.cached) })
  if (isFirst || keptTokens === 0) return t('Everything is new.')
  return isCold
    ? t('The cache is cold: the {keptTokens} tokens of the prefix are billed as new.', {
        keptTokens: formatTokens(keptTokens),
      })
    : t(
        'No cache hit is expected: the prefix of {keptTokens} tokens is too short, its settings changed, or this model has no cache.',
        { keptTokens: formatTokens(keptTokens) },
      )
}

function priceWords({ predicted }: InspectionView, { breakUSD }: FreshView): string {
  if (predicted.costUSD === 0) return ''
  const price = t('Expected to cost {price}', { price: formatMoney(predicted.costUSD) })
  return breakUSD > 0
    ? t('{price}, up to {price2} of it for the break.', { price, price2: formatMoney(breakUSD) })
    : `${price}.`
}

/** What is new compared with the unchanged prefix, in a sentence. */
export function describeNewBar({ keptTokens, newTokens }: FreshView): string {
  return t('{keptTokens} tokens as in the previous call, {newTokens} new', {
    keptTokens: formatTokens(keptTokens),
    newTokens: formatTokens(newTokens),
  })
}
