import type { Draft } from './draft.ts'
import { isEmptyDraft } from './draft.ts'

const NAME = 'varve.drafts'

type Drafts = Readonly<Record<string, Draft>>

/** Drafts of this tab outlive a reload. Where storage is blocked or full they last as long as the page. */
export function readDrafts(): Drafts {
  try {
    return parseDrafts(sessionStorage.getItem(NAME))
  } catch (error) {
    console.info('Drafts are not remembered: storage is blocked.', error)
    return {}
  }
}

export function writeDrafts(drafts: Drafts): void {
  try {
    const text = printDrafts(drafts)
    if (text === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, text)
  } catch (error) {
    console.info('Drafts are not remembered: storage is blocked or full.', error)
  }
}

/** Text and chips only; undefined when nothing is typed anywhere. */
export function printDrafts(drafts: Drafts): string | undefined {
  const kept = Object.entries(drafts)
    .filter(([, draft]) => !isEmptyDraft(draft))
    .map(([chat, { text, attach }]) => [chat, { text, attach }])
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept))
}

/** What was stored may be of another version: what does not look like a draft is left out. */
export function parseDrafts(text: string | null): Drafts {
  if (text === null) return {}
  const stored = parseJson(text)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([chat, value]) => {
      const draft = asDraft(value)
      return draft ? [[chat, draft] as const] : []
    }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Cut or foreign text holds no draft; the page then begins with an empty field.
    return undefined
  }
}

function asDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('attach' in value))
    return undefined
  const { text, attach } = value
  if (typeof text !== 'string' || !Array.isArray(attach)) return undefined
  return { text, attach: attach.filter((path): path is string => typeof path === 'string') }
}
