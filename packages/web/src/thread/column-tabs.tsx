import type { AnswerView } from '@varve/server/types'
import { type KeyboardEvent, useRef } from 'react'
import type { AnswerColumn } from '../view-model/thread/answer-columns.ts'
import { AnswerSign } from './answer-state.tsx'

interface ColumnTabsProps {
  readonly columns: readonly { readonly column: AnswerColumn; readonly answer: AnswerView }[]
  readonly selected: string
  readonly tabId: (modelId: string) => string
  readonly panelId: string
  readonly onSelect: (modelId: string) => void
}

/** Where columns have no room: the models as tabs. Arrows go from one to the next. */
export function ColumnTabs({ columns, selected, tabId, panelId, onSelect }: ColumnTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = columns.findIndex(({ column }) => column.modelId === selected)
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by === undefined ? undefined : columns[(at + by + columns.length) % columns.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.column.modelId)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.column.modelId))}`)?.focus()
  }
  return (
    <div ref={list} className="column-tabs" role="tablist" aria-label="Models that were asked">
      {columns.map(({ column: { modelId, modelName }, answer }) => (
        <button
          key={modelId}
          id={tabId(modelId)}
          type="button"
          role="tab"
          aria-selected={modelId === selected}
          aria-controls={modelId === selected ? panelId : undefined}
          tabIndex={modelId === selected ? 0 : -1}
          onClick={() => onSelect(modelId)}
          onKeyDown={onKeyDown}
        >
          <AnswerSign answer={answer} />
          <span className="cut">{modelName}</span>
        </button>
      ))}
    </div>
  )
}
