import { parseWorkspacePath } from '../api/workspace-api.ts'
import { useSyncExternalStore } from 'react'

/** A text that is typed and neither saved nor dropped. */
export interface UnsavedText {
  readonly text: string
  /** Of what it was begun with; undefined where there was nothing. */
  readonly hash?: string | undefined
}

/** Of this page, by name; undefined where there is none. */
const texts = new Map<string, UnsavedText | undefined>()
const listeners = new Set<() => void>()

/** Is told whenever one of them is another. */
function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function knownUnsaved(what: string): UnsavedText | undefined {
  const name = nameFor(what)
  if (!texts.has(name)) texts.set(name, readStored(name))
  return texts.get(name)
}

export function keepUnsaved(what: string, typed: UnsavedText | undefined): void {
  const name = nameFor(what)
  texts.set(name, typed)
  writeStored(name, typed)
  for (const listener of listeners) listener()
}

/** Those of this tab outlive a reload, as drafts do, each under a name of its own. */
function readStored(name: string): UnsavedText | undefined {
  try {
    return parseUnsaved(sessionStorage.getItem(name))
  } catch (error) {
    console.info('Your text isn’t saved: browser storage is blocked.', error)
    return undefined
  }
}

/** Where storage is blocked or full it lasts as long as the page. */
function writeStored(name: string, typed: UnsavedText | undefined): void {
  try {
    if (typed) sessionStorage.setItem(name, JSON.stringify(typed))
    else sessionStorage.removeItem(name)
  } catch (error) {
    console.info('Your text isn’t saved: browser storage is blocked or full.', error)
  }
}

/** What was stored may be of another version: what does not look like one is none. */
export function parseUnsaved(stored: string | null): UnsavedText | undefined {
  const value = parseJson(stored)
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined
  const { text } = value
  const hash = 'hash' in value ? value.hash : undefined
  if (typeof text !== 'string' || (hash !== undefined && typeof hash !== 'string')) return undefined
  return { text, hash }
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Cut or foreign text holds nothing that was typed.
    return undefined
  }
}

/** Each workspace has its own. */
function nameFor(what: string): string {
  const path = typeof location === 'undefined' ? '/' : location.pathname
  return `varve.unsaved:${parseWorkspacePath(path) ?? ''}:${what}`
}

interface KeptText {
  readonly typed: UnsavedText | undefined
  /** As it is now, also after another text was drawn. */
  readonly latest: () => UnsavedText | undefined
  /** Nothing drops what was typed. */
  readonly keep: (typed: UnsavedText | undefined) => void
}

/**
 * What is typed and not saved yet. It outlives looking at something else, and a reload. The field is drawn with it
 * before the next key comes: what is told any later is typed over.
 */
export function useUnsavedText(what: string): KeptText {
  const latest = () => knownUnsaved(what)
  const typed = useSyncExternalStore(onUnsaved, latest, latest)
  return { typed, latest, keep: (next) => keepUnsaved(what, next) }
}
