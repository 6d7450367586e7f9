export interface RowWindow {
  readonly first: number
  /** One beyond the last. */
  readonly end: number
}

/** Rows drawn above and below what is in view, so that scrolling shows no gap. */
const MARGIN = 12

/** Which rows of one height have to be drawn for what is in view, however many there are. */
export function rowWindow(options: {
  readonly count: number
  readonly rowHeight: number
  readonly scrollTop: number
  readonly height: number
}): RowWindow {
  const { count, rowHeight, scrollTop, height } = options
  // A list that became shorter may be scrolled beyond its end for a moment.
  const top = Math.min(Math.max(0, scrollTop), Math.max(0, count * rowHeight - height))
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN)
  return { first, end }
}

/** How far to scroll so that a row is in view; unchanged when it is. */
export function scrollToRow(options: {
  readonly row: number
  readonly rowHeight: number
  readonly scrollTop: number
  readonly height: number
}): number {
  const { row, rowHeight, scrollTop, height } = options
  const top = row * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height
  return scrollTop
}
