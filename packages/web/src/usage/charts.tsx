import './chart.css'
import { useWidth } from '../parts/hooks.ts'
import { formatMoney, inDollars, formatShare, formatTokensShort } from '../view-model/text/format.ts'
import type { UsageColumn, UsageColumns, UsageMeasure } from '../view-model/usage/usage.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'

const MEASURES: readonly { readonly id: UsageMeasure; readonly title: string }[] = [
  { id: 'cost', title: t('Cost') },
  { id: 'tokens', title: t('Tokens') },
]

const TITLES = {
  cost: { day: t('Cost by day'), week: t('Cost by week'), month: t('Cost by month') },
  tokens: { day: t('Tokens by day'), week: t('Tokens by week'), month: t('Tokens by month') },
} as const
const BY = { day: t('by day'), week: t('by week'), month: t('by month') } as const
const SHARES = {
  day: t('Cached share by day'),
  week: t('Cached share by week'),
  month: t('Cached share by month'),
} as const

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
        <h2 id="usage-by-day">{TITLES[measure][unit]}</h2>
        <span className="usage-measures" role="group" aria-label={t('Measure')}>
          {MEASURES.map(({ id, title }) => (
            <button key={id} type="button" aria-pressed={id === measure} onClick={() => onMeasure(id)}>
              {title}
            </button>
          ))}
        </span>
        <span className="grow" />
        <ul className="usage-legend">
          {models.map((model, index) =>
            // Series without data in the chart need no legend entry.
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
        label={t('{title}, for each model: {total} in total', {
          title: TITLES[measure][unit],
          total: format(total, measure),
        })}
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

/** Round values from nothing to the first one that no value exceeds, three to five of them. */
export function axisMarks(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const magnitude = 10 ** Math.floor(Math.log10(highest))
  for (const step of [0.25, 0.5, 1, 2, 2.5].map((factor) => factor * magnitude)) {
    const steps = Math.ceil(highest / step - 1e-9)
    if (steps <= 4) return Array.from({ length: steps + 1 }, (_, index) => index * step)
  }
  return [0, 5 * magnitude, 10 * magnitude]
}

/** Amounts for an axis with this step, all with the same number of decimals. */
export function axisMoney(dollars: number, step: number): string {
  const isWhole = (places: number) => Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) < 1e-6
  const places = step >= 5 ? 0 : ([2, 3, 4, 5, 6, 7].find(isWhole) ?? 8)
  return inDollars(dollars, { minimumFractionDigits: places, maximumFractionDigits: places })
}

/** Room for the value right of the last point. */
const VALUE_ROOM = 44

/** Which share of the input came from caches, day by day; a day without a request is passed over. */
export function ShareChart({ columns, unit }: Pick<UsageColumns, 'columns' | 'unit'>) {
  const asked = columns.flatMap(({ input, cached }, index) => (input > 0 ? [{ index, input, cached }] : []))
  const last = asked.at(-1)
  return (
    <section className="usage-panel" aria-labelledby="usage-share">
      <div className="usage-head">
        <h2 id="usage-share">{t('Cached share')}</h2>
        <span className="grow" />
        <span className="faint">{BY[unit]}</span>
      </div>
      <Line
        columns={columns}
        points={asked}
        label={
          last
            ? t('{title}, {share} last', { title: SHARES[unit], share: formatShare(last.cached, last.input) })
            : SHARES[unit]
        }
      />
    </section>
  )
}

interface LineProps {
  readonly columns: readonly UsageColumn[]
  readonly points: readonly { readonly index: number; readonly input: number; readonly cached: number }[]
  readonly label: string
}

function Line({ columns, points, label }: LineProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const height = useChartHeight()
  const floor = height - CHART.foot
  const step = (width - CHART.left - VALUE_ROOM) / Math.max(1, columns.length - 1)
  const x = (index: number) => CHART.left + (columns.length === 1 ? 0 : index * step)
  const y = (share: number) => CHART.head + (floor - CHART.head) * (1 - share)
  const places = points.map(({ index, input, cached }) => ({
    x: x(index),
    y: y(cached / input),
    input,
    cached,
    index,
  }))
  const last = places.at(-1)
  return (
    <div ref={frame}>
      {width === 0 ? null : (
        <svg className="chart" width={width} height={height} role="img" aria-label={label}>
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line x1={CHART.left} x2={width} y1={y(share)} y2={y(share)} />
              <text x={0} y={y(share) + 4}>{`${share * 100}\u00a0%`}</text>
            </g>
          ))}
          <polyline points={places.map((place) => `${place.x.toFixed(1)},${place.y.toFixed(1)}`).join(' ')} />
          {places.map((place) => (
            <circle key={place.index} cx={place.x} cy={place.y} r={place === last ? 4 : 2}>
              <title>{`${columns[place.index]?.title}: ${formatShare(place.cached, place.input)}`}</title>
            </circle>
          ))}
          {last ? (
            <text className="chart-value" x={last.x + 9} y={last.y + 4}>
              {formatShare(last.cached, last.input)}
            </text>
          ) : null}
          <AxisDays marks={columns.map(({ mark }) => mark)} x={x} y={height - 4} width={width} />
        </svg>
      )}
    </div>
  )
}

/** What both charts leave free at their edges, in pixels. */
const CHART = { left: 46, head: 8, foot: 24 } as const

/** Charts side by side have the same height; stacked on a phone they are lower. */
function useChartHeight(): number {
  return useWorkbench().layout.sidebar === 'drawer' ? 190 : 252
}

/** The colour of the model at a place of the legend: depths of one hue, then grey. */
export function modelTone(index: number): string {
  return `var(--model-${Math.min(index, 3) + 1})`
}

interface AxisDaysProps {
  /** The label below each column. */
  readonly marks: readonly string[]
  /** The middle of a column. */
  readonly x: (index: number) => number
  readonly y: number
  readonly width: number
}

/** A word needs about so much room, in pixels. */
const ROOM = 84

/** The days under a chart: the last one always, the others as far as there is room. */
function AxisDays({ marks, x, y, width }: AxisDaysProps) {
  const last = marks.length - 1
  const apart = Math.max(1, Math.ceil(ROOM / Math.max(1, x(1) - x(0))))
  return marks.map((mark, index) => {
    if ((last - index) % apart !== 0) return null
    const isAtEdge = x(index) > width - ROOM / 2
    return (
      <text
        key={`${mark} ${index}`}
        x={isAtEdge ? width : x(index)}
        y={y}
        textAnchor={isAtEdge ? 'end' : 'middle'}
      >
        {mark}
      </text>
    )
  })
}
