import type { KeyboardEvent } from 'react'
import type { InspectorTab } from '../workbench/workbench-state.ts'
import { INSPECTOR_TABS } from './inspector-tabs.ts'

interface InspectorTabListProps {
  readonly selected: InspectorTab
  readonly onSelect: (tab: InspectorTab) => void
}

export function InspectorTabList({ selected, onSelect }: InspectorTabListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const index = INSPECTOR_TABS.findIndex(({ id }) => id === selected) + by
    const next = INSPECTOR_TABS.at(index % INSPECTOR_TABS.length)
    if (!next) return
    onSelect(next.id)
    event.currentTarget.querySelector<HTMLElement>(`#inspector-tab-${next.id}`)?.focus()
  }
  return (
    <div className="inspector-tabs" role="tablist" aria-label="Inspector" onKeyDown={onKeyDown}>
      {INSPECTOR_TABS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`inspector-tab-${id}`}
          aria-selected={id === selected}
          aria-controls={id === selected ? `inspector-${id}` : undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
