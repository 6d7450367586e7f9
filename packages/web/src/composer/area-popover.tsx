import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AreaChoices } from '../api/guard-types.ts'
import { Icon } from '../parts/icon.tsx'
import { useSurface } from '../parts/use-surface.ts'
import { areaRef } from '../view-model/composer/area-chips.ts'
import { rankNames } from '../view-model/files/rank-names.ts'
import '../parts/popover.css'
import '../parts/list-search.css'

export interface AreaPick {
  readonly kind: 'area' | 'jurisdiction'
  readonly ref: string
  readonly name: string
}

interface AreaPopoverProps {
  readonly label: string
  readonly title?: string
  readonly button: ReactNode
  readonly buttonClass: string
  /** Of one kind; else both are listed. */
  readonly only?: AreaPick['kind']
  readonly choices: AreaChoices | undefined
  /** What is chosen already is not offered. */
  readonly taken: readonly string[]
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onPick: (picked: AreaPick) => void
  readonly guidance?: boolean
  readonly onGuidance?: (on: boolean) => void
}

/** A small list to search in, above its button. */
export function AreaPopover(props: AreaPopoverProps) {
  const { label, title, button, buttonClass, open, onOpen } = props
  const { root, trigger, id, close, onEscape } = useSurface(open, onOpen)
  return (
    <div ref={root} className="popover area-popover" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        title={title ?? label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
      >
        {button}
      </button>
      <div
        id={id}
        className="popover-surface above start area-surface"
        role="dialog"
        aria-label={label}
        hidden={!open}
      >
        {open ? <Choice {...props} onClose={close} /> : null}
      </div>
    </div>
  )
}

const SHOWN = 40

function Choice({
  choices,
  only,
  taken,
  onPick,
  onClose,
  guidance,
  onGuidance,
}: AreaPopoverProps & {
  readonly onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const picks = listPicks(choices).filter(
    ({ kind, ref }) => (only === undefined || kind === only) && !taken.includes(ref),
  )
  const { matches } = rankNames(picks, { query, limit: SHOWN, nameOf: ({ name }) => name })
  const choose = (picked: AreaPick | undefined) => {
    if (!picked) return
    onPick(picked)
    onClose()
  }
  return (
    <>
      <label className="list-search">
        <Icon name="search" size={14} />
        <input
          ref={field}
          type="text"
          aria-label="Search areas and jurisdictions"
          placeholder={only === 'jurisdiction' ? 'Whose law?' : 'Area or jurisdiction'}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            choose(matches[0]?.item)
          }}
        />
      </label>
      <ul className="area-list" aria-label="Areas and jurisdictions">
        {matches.map(({ item }) => (
          <li key={`${item.kind} ${item.ref}`}>
            <button type="button" className="popover-item" onClick={() => choose(item)}>
              <Icon name={item.kind === 'area' ? 'bulb' : 'globe'} size={14} />
              <span className="grow cut">{item.name}</span>
              <small>{item.kind === 'area' ? (item.ref.split('/')[0] ?? '') : 'jurisdiction'}</small>
            </button>
          </li>
        ))}
      </ul>
      {matches.length === 0 ? (
        <p className="area-none">{choices ? 'Nothing is called that.' : 'Loading'}</p>
      ) : null}
      {onGuidance ? (
        <label className="area-guidance">
          <input
            type="checkbox"
            checked={guidance ?? true}
            onChange={(event) => onGuidance(event.target.checked)}
          />
          Guidance for what a message is about, in this chat
        </label>
      ) : null}
    </>
  )
}

function listPicks(choices: AreaChoices | undefined): readonly AreaPick[] {
  if (!choices) return []
  return [
    ...choices.areas.map((area): AreaPick => ({ kind: 'area', ref: areaRef(area), name: area.name })),
    ...choices.jurisdictions.map(({ id, name }): AreaPick => ({ kind: 'jurisdiction', ref: id, name })),
  ]
}
