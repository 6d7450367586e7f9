import { useWidth } from '../parts/use-width.ts'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatTokensShort } from '../view-model/text/format-tokens.ts'
import { axisMarks, axisMoney } from '../view-model/usage/axis-marks.ts'
import type { UsageColumn, UsageColumns, UsageMeasure } from '../view-model/usage/usage-columns.ts'
import { AxisDays } from './axis-days.tsx'
import { CHART, useChartHeight } from './chart-frame.ts'
import { modelTone } from './model-tone.ts'
import './chart.css'

const MEASURES: readonly { readonly id: UsageMeasure; readonly title: string }[] = [
  { id: 'cost', title: 'Cost' },
  { id: 'tokens', title: 'Tokens' },
]

interface CostChartProps {
  readonly shown: UsageColumns
  readonly measure: UsageMeasure
  readonly onMeasure: (measure: UsageMeasure) => void
}

/** What each day cost or took, by model, one upon the other. */
export function CostChart({ shown: { models, columns, unit }, measure, onMeasure }: CostChartProps) {
  const total = columns.reduce((sum, column) => sum + valueOf(column, measure), 0)
  return (
    <section className="usage-panel" aria-labelledby="usage-by-day">
      <div className="usage-head">
        <h2 id="usage-by-day">
          {measure === 'cost' ? 'Cost' : 'Tokens'} by {unit}
        </h2>
        <span className="usage-measures" role="group" aria-label="What is drawn">
          {MEASURES.map(({ id, title }) => (
            <button key={id} type="button" aria-pressed={id === measure} onClick={() => onMeasure(id)}>
              {title}
            </button>
          ))}
        </span>
        <span className="grow" />
        <ul className="usage-legend">
          {models.map((model, index) =>
            // What is nowhere in the chart needs no colour beside it.
            columns.some(({ parts }) => parts[index] && partOf(parts[index], measure) > 0) ? (
              <li key={model}>
                <span className="usage-swatch" style={{ background: modelTone(index) }} />
                <span className="cut">{model}</span>
              </li>
            ) : null,
          )}
        </ul>
      </div>
      <Columns
        columns={columns}
        measure={measure}
        label={`${measure === 'cost' ? 'Cost' : 'Tokens'} by ${unit} and model, ${format(total, measure)} in all`}
      />
    </section>
  )
}

interface ColumnsProps {
  readonly columns: readonly UsageColumn[]
  readonly measure: UsageMeasure
  readonly label: string
}

function Columns({ columns, measure, label }: ColumnsProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const marks = axisMarks(Math.max(0, ...columns.map((column) => valueOf(column, measure))))
  const top = marks.at(-1) ?? 1
  const height = useChartHeight()
  const floor = height - CHART.foot
  const y = (value: number) => CHART.head + (floor - CHART.head) * (1 - value / top)
  const step = (width - CHART.left) / Math.max(1, columns.length)
  const gap = Math.min(4, step * 0.18)
  return (
    <div ref={frame}>
      {width === 0 ? null : (
        <svg className="chart" width={width} height={height} role="img" aria-label={label}>
          {marks.map((mark) => (
            <g key={mark}>
              <line x1={CHART.left} x2={width} y1={y(mark)} y2={y(mark)} />
              <text x={0} y={y(mark) + 4}>
                {measure === 'cost' ? axisMoney(mark, marks[1] ?? 1) : formatTokensShort(mark)}
              </text>
            </g>
          ))}
          {columns.map((column, index) => (
            <Column
              key={column.title}
              column={column}
              measure={measure}
              y={y}
              x={CHART.left + index * step + gap}
              width={Math.max(1, step - 2 * gap)}
            />
          ))}
          <AxisDays
            marks={columns.map(({ mark }) => mark)}
            x={(index) => CHART.left + (index + 0.5) * step}
            y={height - 4}
            width={width}
          />
        </svg>
      )}
    </div>
  )
}

interface ColumnProps {
  readonly column: UsageColumn
  readonly measure: UsageMeasure
  readonly x: number
  readonly y: (value: number) => number
  readonly width: number
}

function Column({ column, measure, x, y, width }: ColumnProps) {
  let below = 0
  return column.parts.map((part, index) => {
    const value = partOf(part, measure)
    if (value === 0) return null
    const [bottom, above] = [y(below), y(below + value)]
    below += value
    // A part that is there is seen, however small it is.
    const height = Math.max(1.5, bottom - above - 1)
    return (
      <rect
        key={part.model}
        x={x}
        y={bottom - height}
        width={width}
        height={height}
        rx={1.5}
        style={{ fill: modelTone(index) }}
      >
        <title>{`${column.title}: ${part.model} ${format(value, measure)}`}</title>
      </rect>
    )
  })
}

function partOf({ cost, tokens }: UsageColumn['parts'][number], measure: UsageMeasure): number {
  return measure === 'cost' ? cost : tokens
}

function valueOf({ costUSD, input, output }: UsageColumn, measure: UsageMeasure): number {
  return measure === 'cost' ? costUSD : input + output
}

function format(value: number, measure: UsageMeasure): string {
  return measure === 'cost' ? formatMoney(value) : formatTokensShort(value)
}
