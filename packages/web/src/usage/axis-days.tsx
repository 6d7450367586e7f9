interface AxisDaysProps {
  /** What stands under each column. */
  readonly marks: readonly string[]
  /** The middle of a column. */
  readonly x: (index: number) => number
  readonly y: number
  readonly width: number
}

/** A word needs about so much room, in pixels. */
const ROOM = 84

/** The days under a chart: the last one always, the others as far as there is room. */
export function AxisDays({ marks, x, y, width }: AxisDaysProps) {
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
