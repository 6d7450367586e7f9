import './cache-tab.css'
import '../parts/show-more.css'
import './cache-timeline.css'
import type { AnswerView, InspectionView, UsageView } from '@varve/contract'
import { formatMoney, formatShare, formatTokens, priceWords } from '../view-model/text/format.ts'
import { Fragment, useState } from 'react'
import { useChat, useInspection, useTurns, useUnpricedModels } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import {
  cacheTimeline,
  type CacheTimeline as Timeline,
  hiddenRows,
  type TimelineRow,
} from '../view-model/thread/cache-timeline.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'
import { divergenceWords } from './reasons.ts'

interface CacheTabProps {
  readonly inspection: InspectionView
  readonly answer: AnswerView
}

/** What the provider was expected to remember of one request, and what it reported afterwards. */
export function CacheTab({ inspection, answer }: CacheTabProps) {
  const { usage: counted, prefix } = answer
  const broke = prefix?.broke
  // The timeline's values for an answer are those of its first call.
  const isFirst = inspection.call === 1
  // What no provider counted is our own forecast again, and no report of anyone.
  const reported = counted?.reported === true ? counted : undefined
  // An answer is counted as a whole: beside one of several calls that would compare unlike things.
  const usage = inspection.calls === 1 ? reported : undefined
  const { predicted, epoch } = inspection
  const choice = describeChoice(inspection.cache)
  return (
    <>
      <section className="cache-card">
        <h3>{t('Epoch {id}', { id: epoch.id })}</h3>
        <p>{t(epoch.reason)}</p>
        {broke && isFirst ? null : (
          <>
            <h3>{t('First difference from the previous call')}</h3>
            <p>{divergenceWords(inspection)}</p>
          </>
        )}
        {choice === undefined ? null : (
          <>
            <h3>{t('Requested from the provider')}</h3>
            <p>{choice}</p>
          </>
        )}
      </section>
      <section className="cache-card">
        <h3>
          {t(usage ? 'Forecast and report, turn {number}' : 'Forecast, turn {number}', {
            number: inspection.turnNumber,
          })}
        </h3>
        <CacheTable inspection={inspection} usage={usage} />
        {usage ? <p>{compare(predicted, usage)}</p> : null}
        {reported && !usage ? <p>{describeAll(reported, inspection.calls)}</p> : null}
        {counted && !reported ? <p>{t('The provider reported nothing for this turn.')}</p> : null}
      </section>
    </>
  )
}

/** Not every provider reports what it wrote; what it does not say stays empty. */
function CacheTable({
  inspection,
  usage,
}: {
  readonly inspection: InspectionView
  readonly usage: UsageView | undefined
}) {
  const rows = [
    ...cacheParts(inspection).map((part) => ({
      ...part,
      reported: usage && { reused: usage.cached, written: usage.written, new: usage.uncached }[part.kind],
    })),
    { kind: undefined, name: t('Total input'), tokens: inspection.predicted.input, reported: usage?.input },
  ]
  return (
    <table className="figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Forecast')}</th>
          {usage ? <th scope="col">{t('Reported')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, name, tokens, reported }) => (
          <tr key={name}>
            <th scope="row">
              {kind ? <span className={`cache-swatch ${kind}`} /> : null}
              {name}
            </th>
            <td>{formatTokens(tokens)}</td>
            {usage ? <td>{reported === undefined ? '' : formatTokens(reported)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LIFETIMES = {
  '1h': t('Keep it for an hour; each request restarts the hour.'),
  '5m': t('Keep it for five minutes; each request restarts them.'),
} as const

/** What the request did for the cache on purpose. */
function describeChoice(cache: InspectionView['cache']): string | undefined {
  if (cache?.object !== undefined)
    return t('Read its beginning from the cache object {object}.', { object: cache.object })
  return cache?.lifetime && LIFETIMES[cache.lifetime]
}

function cacheParts({ predicted }: InspectionView) {
  return [
    { kind: 'reused', name: t('Reused'), tokens: predicted.cached },
    { kind: 'written', name: t('Written'), tokens: predicted.written },
    { kind: 'new', name: t('New'), tokens: predicted.uncached },
  ] as const
}

function describeAll({ input, cached }: UsageView, calls: number): string {
  return t('Reported for all {calls} calls: {input} tokens sent, {cached} of them from the cache.', {
    calls,
    input: formatTokens(input),
    cached: formatTokens(cached),
  })
}

/** How far the forecast was off, in the worse of the two figures that are reported. */
function compare(predicted: InspectionView['predicted'], usage: UsageView): string {
  const off = Math.max(Math.abs(predicted.input - usage.input), Math.abs(predicted.cached - usage.cached))
  return off === 0 ? t('The forecast was exact.') : t('Within {off} {off|token|tokens}.', { off })
}

interface CacheTimelineProps {
  readonly chatId: string
  /** The one on show. */
  readonly answer: AnswerView
}

/** As many turns are drawn at first; those before them open. */
const FIRST_ROWS = 30

/** One bar for each turn on one scale, by epoch; a break opens in place. */
export function CacheTimeline({ chatId, answer }: CacheTimelineProps) {
  const { setInspector } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { turns, earlier, loadEarlier } = useTurns(chat)
  const [all, setAll] = useState(false)
  const timeline = cacheTimeline(turns, answer.modelId)
  const isUnpriced = useUnpricedModels().has(answer.modelId)
  const hidden = all ? 0 : hiddenRows(timeline.rows, { answerId: answer.id, most: FIRST_ROWS })
  const rows = timeline.rows.slice(hidden)
  const latest = turns.at(-1)
  const show = ({ turn, answerId }: TimelineRow) => {
    const isOnShow = turns.some(({ number, answer: own }) => number === turn && own.id === answerId)
    // Whoever looks at the latest turn follows it to the next.
    setInspector({ turn: turn === latest?.number ? 'latest' : turn, answer: isOnShow ? undefined : answerId })
  }
  return (
    <section aria-label={t('Cache, turn by turn')}>
      <Total timeline={timeline} isUnpriced={isUnpriced} />
      <p className="timeline-legend" aria-hidden="true">
        <span className="cache-swatch reused" />
        {t('Reused')}
        <span className="cache-swatch written" />
        {t('Written')}
        <span className="cache-swatch new" />
        {t('New')}
        <span className="grow" />
        <span className="timeline-tokens">{t('Tokens')}</span>
        <span className="timeline-cost">{t('Cost')}</span>
      </p>
      {hidden > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {t('{hidden} earlier {hidden|turn|turns}', { hidden })}
        </button>
      ) : earlier > 0 ? (
        <button type="button" className="show-more" onClick={() => void loadEarlier(() => setAll(true))}>
          {t('Turns before turn {number}', { number: earlier + 1 })}
        </button>
      ) : null}
      <ol className="timeline">
        {rows.map((row, index) => (
          <Fragment key={row.answerId}>
            {row.epoch !== undefined && row.epoch !== rows[index - 1]?.epoch ? (
              <li className="timeline-epoch">{t('Epoch {epoch}', { epoch: row.epoch })}</li>
            ) : null}
            <Row
              row={row}
              most={timeline.most}
              isShown={row.answerId === answer.id}
              chatId={chatId}
              isUnpriced={isUnpriced}
              onShow={() => show(row)}
            />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

interface TotalProps {
  readonly timeline: Timeline
  readonly isUnpriced: boolean
}

function Total({ timeline: { rows, costUSD, fullUSD }, isUnpriced }: TotalProps) {
  const saved = fullUSD - costUSD
  // What failed, or still comes, has no price that could be called free.
  const isCounted = rows.some(({ tokens }) => tokens !== undefined)
  return (
    <p className="inspector-total timeline-total figures">
      {isCounted ? (
        <b>{costUSD === 0 && !isUnpriced ? t('Free of charge') : priceWords(costUSD, isUnpriced)}</b>
      ) : null}
      <span>
        {t(isCounted ? 'for {count} {count|turn|turns}' : '{count} {count|turn|turns}', {
          count: rows.length,
        })}
      </span>
      <span className="grow" />
      {saved > 0 ? (
        <span className="faint">
          {t('{share} less than uncached, {price}', {
            share: formatShare(saved, fullUSD),
            price: formatMoney(fullUSD),
          })}
        </span>
      ) : null}
    </p>
  )
}

interface RowProps {
  readonly row: TimelineRow
  readonly most: number
  readonly isShown: boolean
  readonly chatId: string
  readonly isUnpriced: boolean
  readonly onShow: () => void
}

function Row({ row, most, isShown, chatId, isUnpriced, onShow }: RowProps) {
  const { turn, tokens, costUSD, broke } = row
  return (
    <li>
      <button
        type="button"
        className="timeline-row figures"
        aria-current={isShown ? 'true' : undefined}
        onClick={onShow}
      >
        <span className="timeline-turn">
          {broke ? <Icon name="warn" size={14} /> : null}
          <span className="visually-hidden">{broke ? t('Cache break in turn') : t('Turn')} </span>
          {turn}
        </span>
        <span className="timeline-bar" role="img" aria-label={describe(row)}>
          {tokens
            ? ([tokens.reused, tokens.written, tokens.fresh] as const).map((count, place) =>
                count > 0 ? (
                  <span
                    key={PARTS[place]}
                    className={PARTS[place]}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                ) : null,
              )
            : null}
        </span>
        <span className="timeline-tokens">
          {tokens ? formatTokens(tokens.input) : UNCOUNTED[row.status].sign}
        </span>
        <span className="timeline-cost">{tokens ? priceWords(costUSD, isUnpriced) : ''}</span>
      </button>
      {isShown && broke ? <PrefixBreak chatId={chatId} row={row} broke={broke} /> : null}
    </li>
  )
}

/** Shown instead of tokens that were not counted. */
const UNCOUNTED: Readonly<Record<TimelineRow['status'], { readonly sign: string; readonly words: string }>> =
  {
    streaming: { sign: '…', words: t('is being answered') },
    failed: { sign: t('failed'), words: t('failed') },
    stopped: { sign: t('stopped'), words: t('stopped, nothing was counted') },
    interrupted: { sign: t('stopped'), words: t('interrupted, nothing was counted') },
    complete: { sign: '–', words: t('nothing was counted') },
  }

const PARTS = ['reused', 'written', 'new'] as const

/** The bar in words. */
function describe({ tokens, status }: TimelineRow): string {
  if (!tokens) return UNCOUNTED[status].words
  const { reused, written, fresh } = tokens
  return t('{reused} reused, {written} written, {fresh} new', {
    reused: formatTokens(reused),
    written: formatTokens(written),
    fresh: formatTokens(fresh),
  })
}

interface PrefixBreakProps {
  readonly chatId: string
  readonly row: TimelineRow
  readonly broke: NonNullable<TimelineRow['broke']>
}

/** What broke the cached prefix, where, and what that cost. */
function PrefixBreak({ chatId, row, broke }: PrefixBreakProps) {
  const { turn, turnId, answerId, status, tokens } = row
  // The timeline tells the first call of each answer, whichever one is looked at below it.
  const { data } = useInspection({ chatId, turnId, answerId, isRunning: status === 'streaming' }, 1)
  const kept = tokens?.reused ?? 0
  const anew = tokens ? tokens.written + tokens.fresh : 0
  return (
    <div className="prefix-break">
      <h3>
        <Icon name="warn" />
        {t('Turn {turn} cache break', { turn })}
      </h3>
      <p>{data ? divergenceWords(data) : t(broke.words)}</p>
      {tokens ? (
        <>
          <div
            className="prefix-bar"
            role="img"
            aria-label={t('{kept} tokens kept, {anew} read again', {
              kept: formatTokens(kept),
              anew: formatTokens(anew),
            })}
          >
            <span className="reused" style={{ flexGrow: kept }} />
            <span className="cut-here" />
            <span className="written" style={{ flexGrow: anew }} />
          </div>
          <p className="prefix-bar-words figures" aria-hidden="true">
            <span>{t('{kept} kept', { kept: formatTokens(kept) })}</span>
            <span>{t('{anew} read again', { anew: formatTokens(anew) })}</span>
          </p>
        </>
      ) : null}
      <dl className="figures">
        <dt>{t('First difference in')}</dt>
        <dd>{broke.layer}</dd>
        <dt>{t('Tokens no longer in the prefix')}</dt>
        <dd>{formatTokens(broke.tokens)}</dd>
        <dt>{t('One-time extra cost')}</dt>
        <dd>{broke.costUSD > 0 ? formatMoney(broke.costUSD) : t('none')}</dd>
      </dl>
    </div>
  )
}
