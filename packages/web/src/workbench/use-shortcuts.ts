import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../i18n/t.ts'

/** What keys do; where one is not named, it does nothing. */
export interface Shortcuts {
  readonly newChat?: () => void
  readonly search?: () => void
  /** Finds words in what is open; the browser finds only what is drawn. */
  readonly find?: (() => void) | undefined
  readonly toggleInspector?: () => void
  readonly toggleSidebar?: () => void
  /** Returns whether there was anything to stop or close. */
  readonly escape?: () => boolean
  readonly showKeys?: () => void
  /** Goes to the field that narrows a list. */
  readonly filter?: () => void
  /** Asks about the text that is selected. */
  readonly ask?: () => void
  readonly editLast?: () => void
  readonly again?: () => void
  readonly stepTurn?: (by: 1 | -1) => void
  readonly showTab?: (index: number) => void
}

/** Who types on when a dialog was closed by one of the keys does not mean the page; after this long they may. */
const TYPED_ON_MILLISECONDS = 1_000

/** Keys that work anywhere in the page. Single letters only outside fields; none while a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isDialogOpen()) return
    if (isTyping(event) && event.timeStamp === typedAt.current) return
    if (handle(event, shortcuts)) event.preventDefault()
  })
  useEffect(() => {
    // On its way down, when a dialog that this key closes is still open.
    const note = (event: KeyboardEvent) => {
      const isTypedOn = event.timeStamp - typedAt.current < TYPED_ON_MILLISECONDS
      // Whoever closed it with Esc knows where they are.
      if (event.key === 'Escape') typedAt.current = Number.NEGATIVE_INFINITY
      else if (isTyping(event) && (isTypedOn || isDialogOpen())) typedAt.current = event.timeStamp
    }
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', note, true)
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', note, true)
      removeEventListener('keydown', listen)
    }
  }, [])
}

function isDialogOpen(): boolean {
  // The browser keeps this list; a search would go through every word of a long chat, with each key.
  return Array.from(document.getElementsByTagName('dialog')).some(({ open }) => open)
}

function isTyping({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return (key.length === 1 || key === 'Enter') && !metaKey && !ctrlKey && !altKey
}

function handle(event: KeyboardEvent, shortcuts: Shortcuts): boolean {
  const command = event.metaKey || event.ctrlKey
  const key = event.key.toLowerCase()
  if (command && event.shiftKey && key === 'o') return done(shortcuts.newChat)
  if (command && !event.shiftKey && !event.altKey && key === 'i') return done(shortcuts.toggleInspector)
  if (command && !event.shiftKey && !event.altKey && key === 'k') return done(shortcuts.search)
  if (command && !event.shiftKey && !event.altKey && key === 'f') return done(shortcuts.find)
  if (command && !event.shiftKey && !event.altKey && key === '\\') return done(shortcuts.toggleSidebar)
  if (key === 'escape') return shortcuts.escape?.() ?? false
  if (command || event.altKey || isField(event.target)) return false
  return handleLetter(key, shortcuts)
}

function handleLetter(key: string, shortcuts: Shortcuts): boolean {
  const { showKeys, filter, ask, editLast, again, stepTurn, showTab } = shortcuts
  if (key === '?') return done(showKeys)
  if (key === '/') return done(filter)
  if (key === 'a') return done(ask)
  if (key === 'e') return done(editLast)
  if (key === 'r') return done(again)
  if (key === 'j') return done(stepTurn && (() => stepTurn(1)))
  if (key === 'k') return done(stepTurn && (() => stepTurn(-1)))
  if (/^[1-5]$/.test(key)) return done(showTab && (() => showTab(Number(key) - 1)))
  return false
}

function done(action: (() => void) | undefined): boolean {
  action?.()
  return action !== undefined
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** The name of the command key on this system, for hints. */
export function commandKey(): string {
  return isApple() ? '⌘' : t('Ctrl')
}

/** And of the one that is an alternative there. */
export function optionKey(): string {
  return isApple() ? '⌥' : t('Alt')
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
