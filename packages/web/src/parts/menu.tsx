import './popover.css'
import './menu.css'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { moveIn } from '../view-model/text/rows.ts'
import { Icon, type IconName } from './icon.tsx'

interface MenuProps {
  /** What its button is called. */
  readonly label: string
  readonly button: ReactNode
  readonly buttonClass: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/**
 * A menu for its button, above everything else in the page so that nothing clips it. Closes after a choice,
 * on Esc, and when focus moves away.
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

/** The items of each menu. All of them are commands of the palette too: see `search/commands.ts`. */
export const MENU_COMMANDS = {
  chats: ['current-chats', 'archived-chats', 'trashed-chats', 'import-chats'],
  chat: ['rename-chat', 'suggest-title', 'pin-chat', 'tag-chat', 'export-chat', 'archive-chat', 'trash-chat'],
  answer: [
    'copy-answer-formatted',
    'read-answer',
    'export-answer',
    'save-answer',
    'append-answer',
    'fork-chat',
    'answer-again',
    'answer-with-another',
    'ask-again',
  ],
  file: ['move-file', 'download-file', 'trash-file'],
  workspace: ['open-folder', 'new-workspace', 'go-to-workspace', 'remove-workspace'],
  mode: ['choose-mode', 'choose-agent', 'choose-project'],
  page: ['settings', 'definitions'],
} as const

export type MenuCommand<Menu extends keyof typeof MENU_COMMANDS = keyof typeof MENU_COMMANDS> =
  (typeof MENU_COMMANDS)[Menu][number]

interface MenuItemProps {
  readonly command: MenuCommand
  readonly icon: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem({
  command,
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-command={command}
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
  useFloating({ surface, trigger, open: true, side: 'below', onGone })
  useLayoutEffect(() => itemsIn(surface.current)[0]?.focus({ preventScroll: true }), [])
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

type Side = 'above' | 'below'

interface Floating {
  readonly surface: RefObject<HTMLElement | null>
  readonly trigger: { readonly current: HTMLElement | null }
  readonly open: boolean
  /** Where it opens if there is room. */
  readonly side: Side
  /** Its button has been scrolled away from under it. */
  readonly onGone: () => void
}

/** Shows a surface beside its button, above all else in the page; it goes along with the button, and away with it. */
function useFloating({ surface, trigger, open, side, onGone }: Floating): void {
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const element = surface.current
    const button = trigger.current
    if (!open || !element || !button) return undefined
    element.showPopover()
    placeBeside(element, button, side)
    const follow = () => {
      const { top, bottom } = button.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) gone()
      else placeBeside(element, button, side)
    }
    // What it shows may arrive later.
    const grown = new ResizeObserver(follow)
    grown.observe(element)
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', follow)
    return () => {
      grown.disconnect()
      element.hidePopover()
      document.removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', follow)
    }
  }, [surface, trigger, open, side])
}

const GAP = 6

/** On the wanted side of its button where there is room, else on the other; never beyond the edges of the window. */
function placeBeside(element: HTMLElement, trigger: HTMLElement, side: Side): void {
  const { top, bottom, left, right } = trigger.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const below = bottom + GAP
  const above = top - GAP - height
  const isBelow = side === 'below' ? below + height <= innerHeight - GAP : above < GAP
  const aligned = left + width <= innerWidth - GAP ? left : right - width
  element.style.top = `${Math.max(GAP, Math.min(isBelow ? below : above, innerHeight - GAP - height))}px`
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

interface PopoverProps {
  readonly label: string
  /** The inside of the button that opens it. A sign alone takes the label as its name. */
  readonly button: ReactNode
  readonly isSign?: boolean
  readonly buttonClass: string
  readonly side: Side
  readonly children: ReactNode
}

/** A small popover for its button. Closes after a choice, on Esc, and when focus moves away. */
export function Popover({ label, button, isSign = false, buttonClass, side, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const { root, trigger, id, close, onEscape } = useSurface(open, setOpen)
  const surface = useRef<HTMLDivElement>(null)
  useFloating({ surface, trigger, open, side, onGone: () => setOpen(false) })
  // What was chosen acts first: a dialog that it opens then gives focus back to this popover's button.
  const closeAfterChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) close()
  }
  return (
    <div ref={root} className="popover" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        title={label}
        aria-label={isSign ? label : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div
        ref={surface}
        id={id}
        className="popover-surface floating"
        role="group"
        aria-label={label}
        popover="manual"
        onClick={closeAfterChoice}
      >
        {open ? children : null}
      </div>
    </div>
  )
}

interface OpenSurface {
  /** Of the box around button and surface. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** Of the surface, for its button. */
  readonly id: string
  /** The focus goes back to the button. */
  readonly close: () => void
  /** True when the key was Esc and has closed it. */
  readonly onEscape: (event: KeyboardEvent) => boolean
}

/** State of a surface that opens at its button: closes on Esc and when focus moves away. */
export function useSurface(open: boolean, setOpen: (open: boolean) => void): OpenSurface {
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  useLeaving(root, open, () => setOpen(false))
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return false
    event.preventDefault()
    event.stopPropagation()
    close()
    return true
  }
  return { root, trigger, id, close, onEscape }
}

/** Calls `onLeave` when a click or the focus moves outside. */
function useLeaving(root: RefObject<HTMLElement | null>, open: boolean, onLeave: () => void): void {
  const leave = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !root.current?.contains(event.target)) onLeave()
  })
  useEffect(() => {
    if (!open) return undefined
    const listen = (event: Event) => leave(event)
    document.addEventListener('pointerdown', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerdown', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [open])
}
