import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import type { UsageColumns } from '../view-model/usage/usage-columns.ts'
import { costWords } from '../view-model/usage/usage-words.ts'

const HEADS: Readonly<Record<UsageColumns['unit'], string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** The figures that the charts are drawn from, newest first: days without a call are left out. */
export function DayTable({ columns, unit }: Pick<UsageColumns, 'columns' | 'unit'>) {
  const used = columns.filter(({ input, output, calls }) => input + output + calls > 0).toReversed()
  return (
    <details className="usage-panel usage-days">
      <summary>Figures by {unit}</summary>
      <div className="usage-scroll">
        <table className="usage-table figures">
          <thead>
            <tr>
              <th scope="col">{HEADS[unit]}</th>
              <th scope="col">Answers</th>
              <th scope="col">Input</th>
              <th scope="col">Cached</th>
              <th scope="col">Output</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ title, calls, input, cached, output, costUSD }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{formatTokens(calls)}</td>
                <td>{formatTokens(input)}</td>
                <td>{formatShare(cached, input)}</td>
                <td>{formatTokens(output)}</td>
                <td>{costWords({ costUSD, input })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
