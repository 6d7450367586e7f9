import type { Attachable, UploadView } from '@varve/contract'
import { type Draft, isEmptyDraft } from '../view-model/draft.ts'

/** Where drafts were kept when there was one workspace; those of the first one are still looked for there. */
const NAME = 'varve.drafts'

type Drafts = Readonly<Record<string, Draft>>

/** Drafts of this tab outlive a reload, each workspace's apart: a new chat has no id that could tell them. */
export function readDrafts(workspace: string | undefined): Drafts {
  try {
    const stored = sessionStorage.getItem(nameFor(workspace))
    return parseDrafts(stored ?? (workspace === undefined ? sessionStorage.getItem(NAME) : null))
  } catch (error) {
    console.info('Drafts aren’t saved: browser storage is blocked.', error)
    return {}
  }
}

/** Where storage is blocked or full they last as long as the page. */
export function writeDrafts(workspace: string | undefined, drafts: Drafts): void {
  try {
    const text = printDrafts(drafts)
    if (workspace === undefined) sessionStorage.removeItem(NAME)
    if (text === undefined) sessionStorage.removeItem(nameFor(workspace))
    else sessionStorage.setItem(nameFor(workspace), text)
  } catch (error) {
    console.info('Drafts aren’t saved: browser storage is blocked or full.', error)
  }
}

/** Text, chips with their marks, areas and jurisdictions only; undefined when nothing is typed anywhere. */
export function printDrafts(drafts: Drafts): string | undefined {
  const kept = Object.entries(drafts)
    .filter(([, draft]) => !isEmptyDraft(draft))
    .map(([chat, { text, attach, uploads, areas, jurisdictions, marks }]) => [
      chat,
      {
        text,
        attach,
        ...(uploads ? { uploads } : {}),
        ...(marks ? { marks } : {}),
        ...(areas ? { areas } : {}),
        ...(jurisdictions ? { jurisdictions } : {}),
      },
    ])
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept))
}

/** What was stored may be of another version: what does not look like a draft is left out. */
export function parseDrafts(text: string | null): Drafts {
  if (text === null) return {}
  const stored = parseJson(text)
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([chat, value]) => {
      const draft = asDraft(value)
      return draft ? [[chat, draft] as const] : []
    }),
  )
}

function nameFor(workspace: string | undefined): string {
  return `${NAME}:${workspace ?? ''}`
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
  if (!isRecord(value)) return undefined
  const { text, attach, uploads, areas, jurisdictions, marks } = value
  if (typeof text !== 'string' || !Array.isArray(attach)) return undefined
  return {
    text,
    attach: attach.filter(isAttachable),
    ...(Array.isArray(uploads) ? { uploads: uploads.filter(isUpload) } : {}),
    ...(isRecord(marks) ? { marks: soundMarks(marks) } : {}),
    ...(Array.isArray(areas) ? { areas: areas.filter((area) => typeof area === 'string') } : {}),
    ...(Array.isArray(jurisdictions)
      ? { jurisdictions: jurisdictions.filter((id) => typeof id === 'string') }
      : {}),
  }
}

function isAttachable(value: unknown): value is Attachable {
  if (typeof value === 'string') return true
  if (!isRecord(value) || typeof value['content'] !== 'string') return false
  const { kind, path, lines, chatId } = value
  if (kind === 'paste') return true
  if (kind === 'chat-summary') return typeof chatId === 'string'
  return (
    kind === 'selection' &&
    typeof path === 'string' &&
    Array.isArray(lines) &&
    lines.length === 2 &&
    lines.every((line) => Number.isInteger(line))
  )
}

function soundMarks(marks: Readonly<Record<string, unknown>>): NonNullable<Draft['marks']> {
  return Object.fromEntries(
    Object.entries(marks).flatMap(([id, mark]) =>
      mark === 'essential' || mark === 'optional' ? [[id, mark] as const] : [],
    ),
  )
}

function isUpload(value: unknown): value is UploadView {
  if (!isRecord(value)) return false
  const { id, name, kind, bytes, hash } = value
  return [id, name, kind, hash].every((each) => typeof each === 'string') && typeof bytes === 'number'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
