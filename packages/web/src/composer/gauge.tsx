import './gauge.css'
import type { ForecastView, ModelView, ReadingView } from '@varve/contract'
import { useEffect, useEffectEvent } from 'react'
import { adviseOn, isOfServer, isSignedOut } from '../parts/web-error.ts'
import { useWorkspace } from '../api/queries.ts'
import { rich, t } from '../i18n/t.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/menu.tsx'
import { useNow } from '../parts/hooks.ts'
import { forecastModels, type ForecastOfModel, overByAll } from '../view-model/composer/forecast-models.ts'
import {
  formatCountdown,
  formatMoney,
  formatShare,
  formatTokens,
  formatTokensShort,
} from '../view-model/text/format.ts'
import { assumedWords } from '../view-model/models/models.ts'
import { FEW_TOKENS, type Forecast } from './use-forecast.ts'

interface GaugeProps {
  readonly forecast: Forecast
  /** Who would answer. */
  readonly models: readonly ModelView[]
  /** The chat has asked before: a provider could remember it. */
  readonly asked: boolean
  readonly answering: boolean
}

/** What the next send would take and cost, before the button is pressed. */
export function Gauge({ forecast, models, asked, answering }: GaugeProps) {
  const { data, isOfOthers, error } = forecast
  const { error: whole } = useWorkspace()
  if (error && !isSignedOut(error) && !isOfServer(whole))
    return (
      <p className="gauge over" role="status">
        <Icon name="warn" size={14} />
        <span className="grow">{adviseOn(error).what}</span>
      </p>
    )
  if (!data || isOfOthers)
    return (
      <p className="gauge">
        <span>{nothingYet(asked || isOfOthers, answering)}</span>
        <span className="gauge-bar" />
      </p>
    )
  return <Reading data={data} models={models} asked={asked} renew={forecast.renew} />
}

function nothingYet(asked: boolean, answering: boolean): string {
  if (answering) return t('Price available when the answer finishes')
  return asked ? t('Calculating the price…') : t('Nothing has been sent.')
}

interface ReadingProps {
  readonly data: ForecastView
  readonly models: readonly ModelView[]
  readonly asked: boolean
  readonly renew: () => void
}

function Reading({ data, models, asked, renew }: ReadingProps) {
  const shares = gaugeShares(data)
  const each = forecastModels(data, models)
  const isOver = shares.overTokens > 0 && overByAll(data) !== undefined
  return (
    <div
      className={isOver ? 'gauge figures over' : 'gauge figures'}
      role="group"
      aria-label={t('Next request')}
    >
      <span className="gauge-fact" title={describeBudget(data, models)}>
        {isOver ? <Icon name="warn" size={14} /> : null}
        {rich(
          '{name} of {tokens}',
          { name: <b>{formatTokensShort(data.usedTokens)}</b> },
          { tokens: formatTokensShort(data.budgetTokens) },
        )}
      </span>
      <span
        className="gauge-bar"
        role="img"
        aria-label={describeForecast(data)}
        title={describeForecast(data)}
      >
        <span className="gauge-cached" style={{ width: `${shares.cached}%` }} />
        <span className="gauge-new" style={{ width: `${shares.fresh}%` }} />
        <span className="gauge-over" style={{ width: `${shares.over}%` }} />
      </span>
      {isOver ? (
        <span className="gauge-fact">
          {t('{tokens} over', { tokens: formatTokensShort(shares.overTokens) })}
        </span>
      ) : (
        <>
          <span className="gauge-fact gauge-share">
            <span className="gauge-swatch" />
            {t('{share} cached', { share: formatShare(data.cachedTokens, data.usedTokens) })}
          </span>
          {each.length > 0 ? (
            <EachCost each={each} sum={data.costUSD} />
          ) : (
            <span className="gauge-fact" title={data.costUSD === 0 ? undefined : describePrice(data)}>
              {rich('next {cost}', {
                cost: models.some(({ unknown }) => unknown?.includes('price')) ? (
                  <b>{t('price unknown')}</b>
                ) : (
                  <Cost dollars={data.costUSD} />
                ),
              })}
            </span>
          )}
          {data.reading ? (
            <span className="gauge-fact" title={t('Measured on this machine')}>
              {describeReading(data.reading)}
            </span>
          ) : data.reportsNoHits ? (
            <span className="gauge-fact" title={t('Every token of the next request is billed in full')}>
              {t('this provider reports no cache hits')}
            </span>
          ) : data.warmUntil === undefined ? (
            asked && data.costUSD > 0 ? (
              <Cold />
            ) : null
          ) : (
            <Warmth until={data.warmUntil} onCold={renew} />
          )}
        </>
      )}
    </div>
  )
}

function Cost({ dollars }: { readonly dollars: number }) {
  if (dollars === 0) return <b>{t('free')}</b>
  return (
    <>
      ≈ <b>{formatMoney(dollars)}</b>
    </>
  )
}

/** What all of them would cost together, and on demand what each would. */
function EachCost({ each, sum }: { readonly each: readonly ForecastOfModel[]; readonly sum: number }) {
  const misfits = each.filter(({ overBy }) => overBy !== undefined).length
  return (
    <Popover
      label={t('What each of {count} models would cost', { count: each.length })}
      buttonClass="gauge-each"
      side="above"
      button={
        <>
          {misfits > 0 ? <Icon name="warn" size={14} /> : null}
          <span>
            {rich('next {cost} for all {count}', { cost: <Cost dollars={sum} /> }, { count: each.length })}
          </span>
          <Icon name="down" size={14} />
        </>
      }
    >
      <table className="gauge-models figures">
        <caption className="visually-hidden">{t('Next request, by model')}</caption>
        <tbody>
          {each.map(({ id, name, cached, costUSD, overBy }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{overBy === undefined ? t('{share} cached', { share: cached }) : ''}</td>
              <td>
                {overBy === undefined ? (
                  <Cost dollars={costUSD} />
                ) : (
                  t('{tokens} over', { tokens: formatTokensShort(overBy) })
                )}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Together')}</th>
            <td />
            <td>
              <Cost dollars={sum} />
            </td>
          </tr>
        </tbody>
      </table>
      {misfits > 0 ? (
        <p className="gauge-misfit">
          {t('{count} {count|does|do} not fit and would fail; the others answer.', { count: misfits })}
        </p>
      ) : null}
    </Popover>
  )
}

/** How long the provider is expected to remember the start of the prompt. */
function Warmth({ until, onCold }: { readonly until: number; readonly onCold: () => void }) {
  const now = useNow(1_000)
  const left = until - now
  const cold = left <= 0
  const ask = useEffectEvent(onCold)
  useEffect(() => {
    if (cold) ask()
  }, [cold])
  if (cold) return <Cold />
  return (
    <span
      className="gauge-fact"
      title={t('How long the provider is expected to keep this chat in its cache')}
    >
      <Icon name="clock" size={14} />
      {t('warm {time}', { time: formatCountdown(left) })}
    </span>
  )
}

function Cold() {
  return (
    <span className="gauge-fact" title={t('The provider’s cache has expired: the whole chat counts as new')}>
      <Icon name="clock" size={14} />
      {t('cold')}
    </span>
  )
}

/** The parts of the gauge in per cent of its length. Over budget, the whole length is what would be sent. */
interface GaugeShares {
  readonly cached: number
  readonly fresh: number
  readonly over: number
  readonly overTokens: number
}

export function gaugeShares(forecast: ForecastView): GaugeShares {
  const overTokens = Math.max(0, forecast.usedTokens - forecast.budgetTokens)
  const length = Math.max(forecast.usedTokens, forecast.budgetTokens, 1)
  const inside = forecast.usedTokens - overTokens
  const cached = Math.min(forecast.cachedTokens, inside)
  return {
    cached: (cached / length) * 100,
    fresh: ((inside - cached) / length) * 100,
    over: (overTokens / length) * 100,
    overTokens,
  }
}

/** How long a model of one's own takes to begin. */
export function describeReading({ tokens, seconds }: ReadingView): string {
  const time = seconds === undefined ? undefined : formatSeconds(seconds)
  if (tokens < FEW_TOKENS) return time === undefined ? t('ready') : t('ready in about {time}', { time })
  const shown = formatTokens(tokens)
  return time === undefined
    ? t('{tokens} tokens to read', { tokens: shown })
    : t('reading {tokens} tokens, about {time}', { tokens: shown, time })
}

function formatSeconds(seconds: number): string {
  if (seconds >= 90) return t('{count} min', { count: Math.round(seconds / 60) })
  return t('{count} s', {
    count: seconds < 10 ? Math.max(0.1, Math.round(seconds * 10) / 10) : Math.round(seconds),
  })
}

/** The gauge as a sentence. */
export function describeForecast(forecast: ForecastView): string {
  const { overTokens } = gaugeShares(forecast)
  const free = Math.max(0, forecast.budgetTokens - forecast.usedTokens)
  const rest =
    overTokens > 0
      ? t('{count} too many', { count: overTokens })
      : t('{tokens} tokens free', { tokens: formatTokens(free) })
  const counts = t('{cached} cached, {fresh} new, {rest}', {
    cached: formatTokens(forecast.cachedTokens),
    fresh: formatTokens(forecast.newTokens),
    rest,
  })
  return counts + keptFree(forecast)
}

/** Why the budget is what it is, and why it changes. */
export function describeBudget(
  { budgetTokens, reservedTokens = 0 }: Pick<ForecastView, 'budgetTokens' | 'reservedTokens'>,
  models: readonly Pick<ModelView, 'name' | 'window' | 'unknown'>[],
): string {
  const [model] = models.toSorted((a, b) => a.window - b.window)
  if (!model) return ''
  const margin = model.window - reservedTokens - budgetTokens
  const values = { name: model.name, window: model.window, reserved: reservedTokens, margin, budgetTokens }
  const assumed = assumedWords(model)
  if (margin <= 0)
    return t('{name} takes {window} tokens; {reserved} are reserved for its answer.', values) + assumed
  return (
    t(
      '{name} takes {window} tokens; {reserved} are reserved for its answer, and {margin} stay free because Varve only estimates its tokens. What the provider reports corrects that, so the budget changes with answers and models.',
      values,
    ) + assumed
  )
}

/** What the price of the next request leaves out. */
function describePrice({ reservedTokens, reservedUSD }: ForecastView): string {
  if (reservedTokens === undefined || reservedUSD === undefined) return t('The answer is not included')
  return t('The answer is not included: {reservedTokens} tokens cost {price} more', {
    reservedTokens: formatTokens(reservedTokens),
    price: formatMoney(reservedUSD),
  })
}

function keptFree({ reservedTokens }: ForecastView): string {
  return reservedTokens === undefined
    ? ''
    : t('; {reservedTokens} more are reserved for the answer', {
        reservedTokens: formatTokens(reservedTokens),
      })
}
