import type { TurnStatisticsView } from '@varve/server/types'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens, formatTokensShort } from '../view-model/text/format-tokens.ts'
import { modelTone } from './model-tone.ts'
import { costWords } from '../view-model/usage/usage-words.ts'

interface ModelTableProps {
  readonly models: TurnStatisticsView['models']
  /** Those with a colour of their own, as the legend has them. */
  readonly told: readonly string[]
}

/** Each model, most expensive first. */
export function ModelTable({ models, told }: ModelTableProps) {
  const sorted = models.toSorted((a, b) => b.costUSD - a.costUSD || b.calls - a.calls)
  return (
    <section className="usage-panel" aria-labelledby="usage-models">
      <div className="usage-head">
        <h2 id="usage-models">Models</h2>
      </div>
      <table className="usage-table figures">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Answers</th>
            <th scope="col" className="wide-only">
              Input
            </th>
            <th scope="col">Cached</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ modelId, modelName, calls, input, cached, costUSD }) => (
            <tr key={modelId}>
              <th scope="row">
                <span className="usage-swatch" style={{ background: toneOf(modelName, told) }} />
                {modelName}
              </th>
              <td>{formatTokens(calls)}</td>
              <td className="wide-only" title={`${formatTokens(input)} tokens`}>
                {formatTokensShort(input)}
              </td>
              <td>
                <span className="usage-meter wide-only" aria-hidden="true">
                  <span style={{ width: `${input === 0 ? 0 : (cached / input) * 100}%` }} />
                </span>
                {formatShare(cached, input)}
              </td>
              <td>{costWords({ costUSD, input })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function toneOf(name: string, told: readonly string[]): string {
  const place = told.indexOf(name)
  return modelTone(place === -1 ? told.length - 1 : place)
}
