import type { AnswerView, SendResponse } from '@varve/contract'
import { plainWords } from '../view-model/text/text.ts'
import { parseWorkspacePath } from '../api/address.ts'

/** What the page remembers beside its drafts: one for the page, made by the WorkbenchProvider. */
export interface PageMemory {
  readonly changes: ChangesInProgress
  readonly unsaved: UnsavedTexts
  /** Answers this page asked for and has not announced yet: one may end before the page has seen it run. */
  readonly unannounced: Set<string>
  /** Chats begun or seen answering here, which are named once their first answer has ended. */
  readonly unnamed: Set<string>
  readonly voice: Voice
}

export function createPageMemory(): PageMemory {
  return {
    changes: createChanges(),
    unsaved: createUnsavedTexts(),
    unannounced: new Set(),
    unnamed: new Set(),
    voice: createVoice(),
  }
}

/** Has an answer announced as it arrives, unless several models answer: they would talk over each other. */
export function noteAsked({ unannounced }: PageMemory, { answerId, answerIds }: SendResponse): void {
  if (answerIds.length === 1) unannounced.add(answerId)
}

export interface ChangesInProgress {
  /** Counts a change, such as a setting of a chat or a guard rule, as in progress until it succeeds or fails. */
  readonly track: <T>(change: Promise<T>) => Promise<T>
  /** Resolves once all changes in progress are saved, so that the next request uses them; rejects if one fails. */
  readonly saved: () => Promise<void>
}

export function createChanges(): ChangesInProgress {
  const inProgress = new Set<Promise<unknown>>()
  return {
    track: (change) => {
      const end = () => void inProgress.delete(change)
      inProgress.add(change)
      change.then(end, end)
      return change
    },
    saved: async () => {
      await Promise.all(inProgress)
    },
  }
}

/** The browser's own voice. */
interface Voice {
  /** The answer that is read aloud now, by id. */
  readonly spoken: () => string | undefined
  /** Reads an answer, or stops reading it. */
  readonly toggle: (answer: Pick<AnswerView, 'id' | 'text'>) => void
  readonly stop: () => void
  readonly subscribe: (listener: () => void) => () => void
}

function createVoice(): Voice {
  let reading: { readonly id: string } | undefined
  const listeners = new Set<() => void>()
  const set = (next: typeof reading) => {
    reading = next
    for (const listener of listeners) listener()
  }
  const stop = () => {
    if (!reading) return
    set(undefined)
    speechSynthesis.cancel()
  }
  return {
    spoken: () => reading?.id,
    stop,
    toggle: ({ id, text }) => {
      const isRead = reading?.id === id
      stop()
      // A paragraph at a time: some voices end in the middle of a long text.
      const paragraphs = text
        .split(/\n{2,}/)
        .map(plainWords)
        .filter((words) => words !== '')
      if (isRead || paragraphs.length === 0) return
      const begun = { id }
      // The end of an earlier reading may be reported late.
      const end = () => {
        if (reading === begun) set(undefined)
      }
      for (const [at, words] of paragraphs.entries()) {
        const spoken = new SpeechSynthesisUtterance(words)
        spoken.lang = navigator.language
        if (at === paragraphs.length - 1) spoken.addEventListener('end', end)
        spoken.addEventListener('error', end)
        speechSynthesis.speak(spoken)
      }
      set(begun)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A text that was typed and is neither saved nor discarded. */
export interface UnsavedText {
  readonly text: string
  /** Hash of the text it started from; undefined if there was none. */
  readonly hash?: string | undefined
}

interface UnsavedTexts {
  readonly get: (name: string) => UnsavedText | undefined
  readonly keep: (name: string, typed: UnsavedText | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Unsaved texts outlive a reload of this tab, as drafts do; each workspace has its own. */
function createUnsavedTexts(): UnsavedTexts {
  const texts = new Map<string, UnsavedText | undefined>()
  const listeners = new Set<() => void>()
  return {
    get: (name) => {
      const key = keyFor(name)
      if (!texts.has(key)) texts.set(key, readStored(key))
      return texts.get(key)
    },
    keep: (name, typed) => {
      const key = keyFor(name)
      texts.set(key, typed)
      writeStored(key, typed)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function keyFor(name: string): string {
  const path = typeof location === 'undefined' ? '/' : location.pathname
  return `varve.unsaved:${parseWorkspacePath(path) ?? ''}:${name}`
}

function readStored(key: string): UnsavedText | undefined {
  try {
    return parseUnsaved(sessionStorage.getItem(key))
  } catch (error) {
    console.info('Your text isn’t saved: browser storage is blocked.', error)
    return undefined
  }
}

/** If storage is blocked or full, the text lasts as long as the page. */
function writeStored(key: string, typed: UnsavedText | undefined): void {
  try {
    if (typed) sessionStorage.setItem(key, JSON.stringify(typed))
    else sessionStorage.removeItem(key)
  } catch (error) {
    console.info('Your text isn’t saved: browser storage is blocked or full.', error)
  }
}

/** A stored text, possibly of another version; undefined if it does not look like one. */
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
    // Truncated or foreign text holds nothing that was typed.
    return undefined
  }
}
