import type { InspectionView, UsageView } from '@varve/server/types'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import './cache-tab.css'

interface CacheTabProps {
  readonly inspection: InspectionView
  readonly usage: UsageView | undefined
}

/** What the provider was expected to remember, what broke the prefix, and what it reported afterwards. */
export function CacheTab({ inspection, usage: counted }: CacheTabProps) {
  // What no provider counted is our own forecast again, and no report of anyone.
  const reported = counted?.reported === true ? counted : undefined
  // An answer is counted as a whole: beside one of several calls that would compare unlike things.
  const usage = inspection.calls === 1 ? reported : undefined
  const { predicted, epoch, divergence } = inspection
  const choice = describeChoice(inspection.cache)
  const parts = cacheParts(inspection)
  const sentence = parts.map(({ name, tokens }) => `${formatTokens(tokens)} ${name.toLowerCase()}`).join(', ')
  return (
    <>
      <p className="inspector-total figures">
        <b>{formatShare(predicted.cached, predicted.input)}</b>
        <span>expected from the cache</span>
        <span className="grow" />
        <span className="faint">{predicted.costUSD === 0 ? 'free' : formatMoney(predicted.costUSD)}</span>
      </p>
      <div className="cache-bar" role="img" aria-label={`Expected: ${sentence}`}>
        {parts
          .filter(({ tokens }) => tokens > 0)
          .map(({ kind, tokens }) => (
            <span key={kind} className={kind} style={{ flexGrow: tokens }} />
          ))}
      </div>
      <section className="cache-card">
        <h3>Epoch {epoch.id}</h3>
        <p>{epoch.reason}</p>
        <h3>First difference from the call before</h3>
        <p>{divergence}</p>
        {choice === undefined ? null : (
          <>
            <h3>Asked of the provider</h3>
            <p>{choice}</p>
          </>
        )}
      </section>
      <section className="cache-card">
        <h3>Forecast{usage ? ' and report' : ''}</h3>
        <CacheTable inspection={inspection} usage={usage} />
        {usage ? <p>{compare(predicted, usage)}</p> : null}
        {reported && !usage ? <p>{describeAll(reported, inspection.calls)}</p> : null}
        {counted && !reported ? <p>No provider reported on this turn.</p> : null}
      </section>
    </>
  )
}

/** Not every provider reports what it wrote; what it does not say stays empty. */
function CacheTable({ inspection, usage }: CacheTabProps) {
  const rows = [
    ...cacheParts(inspection).map((part) => ({
      ...part,
      reported: usage && { reused: usage.cached, written: usage.written, new: usage.uncached }[part.kind],
    })),
    { kind: undefined, name: 'Input in all', tokens: inspection.predicted.input, reported: usage?.input },
  ]
  return (
    <table className="figures">
      <thead>
        <tr>
          <td />
          <th scope="col">Forecast</th>
          {usage ? <th scope="col">Reported</th> : null}
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
  '1h': 'To remember it for an hour, which each request begins anew.',
  '5m': 'To remember it for five minutes, which each request begins anew.',
} as const

/** What the request did for the cache on purpose. */
function describeChoice(cache: InspectionView['cache']): string | undefined {
  if (cache?.object !== undefined)
    return `To read its beginning from a cache object of its own, ${cache.object}.`
  return cache?.lifetime && LIFETIMES[cache.lifetime]
}

function cacheParts({ predicted }: InspectionView) {
  return [
    { kind: 'reused', name: 'Reused', tokens: predicted.cached },
    { kind: 'written', name: 'Written', tokens: predicted.written },
    { kind: 'new', name: 'New', tokens: predicted.uncached },
  ] as const
}

function describeAll({ input, cached }: UsageView, calls: number): string {
  return `Reported for all ${calls} calls: ${formatTokens(input)} tokens sent, ${formatTokens(cached)} of them from the cache.`
}

/** How far the forecast was off, in the worse of the two figures that are reported. */
function compare(predicted: InspectionView['predicted'], usage: UsageView): string {
  const off = Math.max(Math.abs(predicted.input - usage.input), Math.abs(predicted.cached - usage.cached))
  return off === 0
    ? 'The forecast was exact.'
    : `Within ${formatTokens(off)} ${off === 1 ? 'token' : 'tokens'}.`
}
