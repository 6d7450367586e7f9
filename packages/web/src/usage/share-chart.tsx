import { useWidth } from '../parts/use-width.ts'
import { formatShare } from '../view-model/text/format-share.ts'
import type { UsageColumn, UsageColumns } from '../view-model/usage/usage-columns.ts'
import { AxisDays } from './axis-days.tsx'
import { CHART, useChartHeight } from './chart-frame.ts'
import './chart.css'

/** Right of the last point stands its value. */
const VALUE_ROOM = 44

/** Which share of the input came from caches, day by day; a day without a request is passed over. */
export function ShareChart({ columns, unit }: Pick<UsageColumns, 'columns' | 'unit'>) {
  const asked = columns.flatMap(({ input, cached }, index) => (input > 0 ? [{ index, input, cached }] : []))
  const last = asked.at(-1)
  return (
    <section className="usage-panel" aria-labelledby="usage-share">
      <div className="usage-head">
        <h2 id="usage-share">Cached share</h2>
        <span className="grow" />
        <span className="faint">by {unit}</span>
      </div>
      <Line
        columns={columns}
        points={asked}
        label={
          last
            ? `Cached share by ${unit}, ${formatShare(last.cached, last.input)} last`
            : `Cached share by ${unit}`
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
