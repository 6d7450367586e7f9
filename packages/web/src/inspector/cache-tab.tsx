import type { AnswerView, InspectionView, UsageView } from '@varve/server/types'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import './cache-tab.css'

interface CacheTabProps {
  readonly inspection: InspectionView
  readonly answer: AnswerView
}

/** What the provider was expected to remember of one request, and what it reported afterwards. */
export function CacheTab({ inspection, answer }: CacheTabProps) {
  const { usage: counted, prefix } = answer
  const broke = prefix?.broke
  // What the timeline says of an answer is said of its first call.
  const isFirst = inspection.call === 1
  // What no provider counted is our own forecast again, and no report of anyone.
  const reported = counted?.reported === true ? counted : undefined
  // An answer is counted as a whole: beside one of several calls that would compare unlike things.
  const usage = inspection.calls === 1 ? reported : undefined
  const { predicted, epoch, divergence } = inspection
  const choice = describeChoice(inspection.cache)
  return (
    <>
      <section className="cache-card">
        <h3>Epoch {epoch.id}</h3>
        <p>{epoch.reason}</p>
        {broke && isFirst ? null : (
          <>
            <h3>First difference from the call before</h3>
            <p>{divergence}</p>
          </>
        )}
        {choice === undefined ? null : (
          <>
            <h3>Asked of the provider</h3>
            <p>{choice}</p>
          </>
        )}
      </section>
      <section className="cache-card">
        <h3>
          Forecast{usage ? ' and report' : ''}, turn {inspection.turnNumber}
        </h3>
        <CacheTable inspection={inspection} usage={usage} />
        {usage ? <p>{compare(predicted, usage)}</p> : null}
        {reported && !usage ? <p>{describeAll(reported, inspection.calls)}</p> : null}
        {counted && !reported ? <p>No provider reported on this turn.</p> : null}
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
