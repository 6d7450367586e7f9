import type { InspectionView, UsageView } from '@varve/server/types'
import { formatMoney } from '../view-model/format-money.ts'
import { formatShare } from '../view-model/format-share.ts'
import { formatTokens } from '../view-model/format-tokens.ts'
import './cache-tab.css'

interface CacheTabProps {
  readonly inspection: InspectionView
  readonly usage: UsageView | undefined
}

/** What the provider was expected to remember, what broke the prefix, and what it reported afterwards. */
export function CacheTab({ inspection, usage }: CacheTabProps) {
  const { predicted, epoch, divergence } = inspection
  const parts = [
    ['reused', 'Reused', predicted.cached],
    ['written', 'Written', predicted.written],
    ['new', 'New', predicted.uncached],
  ] as const
  const sentence = parts.map(([, name, tokens]) => `${formatTokens(tokens)} ${name.toLowerCase()}`).join(', ')
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
          .filter(([, , tokens]) => tokens > 0)
          .map(([kind, , tokens]) => (
            <span key={kind} className={kind} style={{ flexGrow: tokens }} />
          ))}
      </div>
      <section className="cache-card">
        <h3>Epoch {epoch.id}</h3>
        <p>{epoch.reason}</p>
        <h3>First difference from the call before</h3>
        <p>{divergence}</p>
      </section>
      <section className="cache-card">
        <h3>Forecast{usage ? ' and report' : ''}</h3>
        <table className="figures">
          <thead>
            <tr>
              <td />
              <th scope="col">Forecast</th>
              {usage ? <th scope="col">Reported</th> : null}
            </tr>
          </thead>
          <tbody>
            {parts.map(([kind, name, tokens]) => (
              <tr key={kind}>
                <th scope="row">
                  <span className={`cache-swatch ${kind}`} />
                  {name}
                </th>
                <td>{formatTokens(tokens)}</td>
                {usage ? <td>{kind === 'reused' ? formatTokens(usage.cached) : ''}</td> : null}
              </tr>
            ))}
            <tr>
              <th scope="row">Input in all</th>
              <td>{formatTokens(predicted.input)}</td>
              {usage ? <td>{formatTokens(usage.input)}</td> : null}
            </tr>
          </tbody>
        </table>
        {usage ? <p>{compare(predicted.input, usage.input)}</p> : null}
      </section>
    </>
  )
}

function compare(expected: number, reported: number): string {
  const difference = Math.abs(expected - reported)
  return difference === 0 ? 'The forecast was exact.' : `Input within ${formatTokens(difference)} tokens.`
}
