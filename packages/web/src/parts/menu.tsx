import { type KeyboardEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { moveIn } from '../view-model/text/move-in.ts'
import { Icon, type IconName } from './icon.tsx'
import { useSurface } from './use-surface.ts'
import './popover.css'
import './menu.css'

interface MenuProps {
  /** What its button is called. */
  readonly label: string
  readonly button: ReactNode
  readonly buttonClass: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/**
 * A list of actions beside its button. It lies above everything else of the page, so that no box it stands in
 * cuts it off. It closes once something was chosen, on Esc, and when one turns elsewhere.
 */
export function Menu({ label, button, buttonClass, disabled = false, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const { root, trigger, id, close, onEscape } = useSurface(open, setOpen)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || onEscape(event)) return
    if (moveFocus(root.current, event.key)) event.preventDefault()
  }
  return (
    <div ref={root} className="menu" onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open ? (
        <Surface id={id} label={label} trigger={trigger} onChosen={close} onGone={() => setOpen(false)}>
          {children}
        </Surface>
      ) : null}
    </div>
  )
}

interface MenuItemProps {
  readonly icon: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={danger ? 'popover-item danger' : 'popover-item'}
      disabled={disabled}
      onClick={onSelect}
    >
      <Icon name={icon} size={14} />
      <span className="grow">{children}</span>
    </button>
  )
}

interface SurfaceProps {
  readonly id: string
  readonly label: string
  readonly trigger: { readonly current: HTMLElement | null }
  readonly onChosen: () => void
  /** Its button has been scrolled away from under it. */
  readonly onGone: () => void
  readonly children: ReactNode
}

function Surface({ id, label, trigger, onChosen, onGone, children }: SurfaceProps) {
  const surface = useRef<HTMLDivElement>(null)
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const element = surface.current
    if (!element || !trigger.current) return undefined
    const button = trigger.current
    element.showPopover()
    placeBeside(element, button)
    itemsIn(element)[0]?.focus({ preventScroll: true })
    // It goes along with its button, and away with it.
    const follow = () => {
      const { top, bottom } = button.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) gone()
      else placeBeside(element, button)
    }
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', follow)
    }
  }, [trigger])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the items are buttons, which have the keys
    <div
      ref={surface}
      id={id}
      className="popover-surface floating"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      onClick={onChosen}
    >
      {children}
    </div>
  )
}

const GAP = 6

/** Below its button where there is room, else above; never beyond the edges of the window. */
function placeBeside(element: HTMLElement, trigger: HTMLElement): void {
  const { top, bottom, left, right } = trigger.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const below = bottom + GAP
  const fits = below + height <= innerHeight - GAP
  const aligned = left + width <= innerWidth - GAP ? left : right - width
  element.style.top = `${Math.max(GAP, fits ? below : top - GAP - height)}px`
  element.style.left = `${Math.max(GAP, Math.min(aligned, innerWidth - GAP - width))}px`
}

function itemsIn(root: HTMLElement | null): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
}

/** Whether the key moved among the items. */
function moveFocus(root: HTMLElement | null, key: string): boolean {
  const items = itemsIn(root)
  const at = items.findIndex((item) => item === document.activeElement)
  const to = key === 'Home' ? 0 : key === 'End' ? items.length - 1 : moveIn(items.length, at, key)
  if (to === undefined) return false
  items[to]?.focus()
  return true
}
