import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useViewport } from '../files/use-viewport.ts'
import { type ChatRow, nextChatRow } from '../view-model/chats/chat-rows.ts'
import { rowWindow, scrollToRow } from '../view-model/text/row-window.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatRowView, TrashedRow } from './chat-row.tsx'

interface ChatRowsProps {
  readonly label: string
  readonly rows: readonly ChatRow[]
  /** There are more behind these. */
  readonly hasMore: boolean
  readonly onMore: () => void
}

const ROW_HEIGHT = { wide: 28, phone: 44 } as const
/** As many rows before the end the next are asked for. */
const AHEAD = 40

/** Only the rows in view are in the page, and the one with the focus. Arrows go from chat to chat. */
export function ChatRows({ label, rows, hasMore, onMore }: ChatRowsProps) {
  const { place, layout } = useWorkbench()
  const open = place.kind === 'chat' ? place.id : undefined
  const rowHeight = layout.sidebar === 'drawer' ? ROW_HEIGHT.phone : ROW_HEIGHT.wide
  const root = useRef<HTMLDivElement>(null)
  const view = useViewport(root)
  const [focused, setFocused] = useState<number>()
  const wanted = useRef<number>(undefined)
  const { first, end } = rowWindow({ count: rows.length, rowHeight, ...view })
  const drawn = withRow(first, end, focused !== undefined && focused < rows.length ? focused : undefined)
  useEffect(() => {
    if (hasMore && end > rows.length - AHEAD) onMore()
  })
  // A row can take the focus once it is in the page.
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = root.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(a, button)`)
    wanted.current = undefined
    row?.focus({ preventScroll: true })
  })
  const goTo = (row: number) => {
    const list = root.current
    if (!list) return
    const { scrollTop, clientHeight: height } = list
    list.scrollTop = scrollToRow({ row, rowHeight, scrollTop, height })
    wanted.current = row
    setFocused(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by === undefined || event.defaultPrevented) return
    const next = nextChatRow(rows, focused ?? -1, by)
    if (next === undefined) return
    event.preventDefault()
    goTo(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the links inside
    <div ref={root} className="chat-rows" onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: rows.length * rowHeight }}>
        {drawn.map((index) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={row.kind === 'heading' ? `heading ${row.label}` : row.chat.id}
              data-row={index}
              className={row.kind === 'heading' ? 'chat-heading' : 'chat-row'}
              style={{ top: index * rowHeight, height: rowHeight }}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              onFocus={() => setFocused(index)}
            >
              {row.kind === 'heading' ? (
                <h2>{row.label}</h2>
              ) : row.chat.trashedAt === undefined ? (
                <ChatRowView chat={row.chat} current={row.chat.id === open} />
              ) : (
                <TrashedRow chat={row.chat} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function withRow(first: number, end: number, row: number | undefined): readonly number[] {
  const inView = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  if (row === undefined || (row >= first && row < end)) return inView
  return row < first ? [row, ...inView] : [...inView, row]
}
