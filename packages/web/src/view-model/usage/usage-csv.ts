import type { TurnStatisticsView } from '@varve/server/types'

const COLUMNS = 'day,model,answers,asides,failed,input,cached,output,cost_usd,saved_usd'

/** Usage by day and model for a spreadsheet, oldest day first. */
export function usageCsv({ days }: Pick<TurnStatisticsView, 'days'>): string {
  const rows = days
    .toReversed()
    .flatMap(({ day, models }) =>
      models.map((sum) =>
        [
          day,
          field(sum.modelName),
          sum.calls,
          sum.asides,
          sum.failed,
          sum.input,
          sum.cached,
          sum.output,
          sum.costUSD.toFixed(9),
          sum.savedUSD.toFixed(9),
        ].join(','),
      ),
    )
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`
}

/** A name that begins like a formula would be one in a spreadsheet. */
function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
