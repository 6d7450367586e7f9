import type { TurnStatisticsView } from '@varve/server/types'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatTokens, formatTokensShort } from '../view-model/text/format-tokens.ts'

/** Why requests did not begin like the ones before, and what reading it anew cost. */
export function BreakTable({ changes: all }: Pick<TurnStatisticsView, 'changes'>) {
  // A model that joins a chat has no prefix that could break.
  const changes = all.filter(({ tokens }) => tokens > 0)
  return (
    <section className="usage-panel" aria-labelledby="usage-breaks">
      <div className="usage-head">
        <h2 id="usage-breaks">Where the prefix broke</h2>
      </div>
      {changes.length === 0 ? (
        <p className="faint">Nowhere: every request began like the one before it.</p>
      ) : (
        <table className="usage-table figures">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Times</th>
              <th scope="col">Tokens</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ reason, words, count, tokens, costUSD }) => (
              <tr key={reason}>
                <th scope="row">{words.replace(/\.$/, '')}</th>
                <td>{formatTokens(count)}</td>
                <td>{formatTokensShort(tokens)}</td>
                <td>{costUSD === 0 ? 'free' : formatMoney(costUSD)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
