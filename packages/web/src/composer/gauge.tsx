import type { ForecastView } from '@varve/server/types'
import { useEffect, useEffectEvent } from 'react'
import { adviseOn, isSignedOut } from '../api/web-error.ts'
import { Icon } from '../parts/icon.tsx'
import { useNow } from '../parts/use-now.ts'
import { formatMoney } from '../view-model/format-money.ts'
import { formatShare } from '../view-model/format-share.ts'
import { formatCountdown } from '../view-model/format-time.ts'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import { describeForecast, describePrice, gaugeShares } from '../view-model/gauge-shares.ts'
import type { Forecast } from './use-forecast.ts'
import './gauge.css'

interface GaugeProps {
  readonly forecast: Forecast
  /** The chat has asked before: a provider could remember it. */
  readonly asked: boolean
}

/** What the next send would take and cost, before the button is pressed. */
export function Gauge({ forecast, asked }: GaugeProps) {
  const { data, error } = forecast
  if (error && !isSignedOut(error))
    return (
      <p className="gauge over" role="status">
        <Icon name="warn" size={14} />
        <span className="grow">{adviseOn(error).what}</span>
      </p>
    )
  if (!data)
    return (
      <p className="gauge">
        <span>Nothing has been sent.</span>
        <span className="gauge-bar" />
      </p>
    )
  return <Reading data={data} asked={asked} renew={forecast.renew} />
}

interface ReadingProps {
  readonly data: ForecastView
  readonly asked: boolean
  readonly renew: () => void
}

function Reading({ data, asked, renew }: ReadingProps) {
  const shares = gaugeShares(data)
  const isOver = shares.overTokens > 0
  return (
    <div className={isOver ? 'gauge figures over' : 'gauge figures'} role="group" aria-label="Next request">
      <span className="gauge-fact">
        {isOver ? <Icon name="warn" size={14} /> : null}
        <b>{formatTokensShort(data.usedTokens)}</b> of {formatTokensShort(data.budgetTokens)}
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
        <span className="gauge-fact">{formatTokensShort(shares.overTokens)} over</span>
      ) : (
        <>
          <span className="gauge-fact gauge-share">
            <span className="gauge-swatch" />
            {formatShare(data.cachedTokens, data.usedTokens)} cached
          </span>
          <span className="gauge-fact" title={data.costUSD === 0 ? undefined : describePrice(data)}>
            next{' '}
            {data.costUSD === 0 ? (
              <b>free</b>
            ) : (
              <>
                ≈ <b>{formatMoney(data.costUSD)}</b>
              </>
            )}
          </span>
          {data.warmUntil === undefined ? (
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
    <span className="gauge-fact" title="How long the provider is expected to remember this chat">
      <Icon name="clock" size={14} />
      warm {formatCountdown(left)}
    </span>
  )
}

function Cold() {
  return (
    <span className="gauge-fact" title="The provider has forgotten this chat: all of it is new again">
      <Icon name="clock" size={14} />
      cold
    </span>
  )
}
