import {
  type FileStore,
  fileKind,
  parseNote,
  type Privacy,
  privacyOf,
  privacyRulesOf,
  strictestPrivacy,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { State } from '@varve/engine'
import { lostSourcesAsKnown } from './lost-sources.ts'
import { drawnByAnswer } from './chat-sources.ts'
import { type Mark, marksOf } from './marks-of.ts'

/** What is written from a conversation is marked as the strictest of what the conversation drew on. */
export async function markOfText(
  context: AppContext,
  { workspaceId }: ChatPlace,
  { turnId, state }: { readonly turnId: string; readonly state: State },
): Promise<Mark | undefined> {
  const turn = await context.store.turns.get({ workspaceId, id: turnId })
  const lost = await lostSourcesAsKnown(context, { point: { turn, answer: undefined }, rebuilt: false })
  const marks = await marksOf(context, workspaceId, drawnByAnswer({ state, lost }))
  return markOf(strictestPrivacy([...marks.values()]))
}

/** A file as it would be written. */
export interface DerivedText {
  readonly path: string
  readonly text: string
  /** Of what it is made from. */
  readonly mark: Mark | undefined
  /** The text that it replaces or adds to. */
  readonly before?: string | undefined
}

export interface CarriedText {
  readonly text: string
  /** Set where the text says a mark that its file did not have. */
  readonly marked?: Mark
}

/**
 * A text with the mark that it has to carry in its front matter, unless its file is as strict already: that of what it
 * is made from, and that of the text it replaces. What is no note cannot carry one, so it is not written outside of a
 * folder that is marked.
 */
export async function carryMark(
  files: FileStore,
  { path, text, mark: drawn, before }: DerivedText,
): Promise<CarriedText> {
  if (drawn === undefined && before === undefined) return { text }
  const rules = await privacyRulesOf(files)
  const isNote = fileKind(path) === 'note'
  const privacyWith = (content: string): Privacy =>
    privacyOf(path, isNote ? parseNote(content) : undefined, rules)
  const kept = before === undefined ? 'open' : privacyWith(before)
  const mark = markOf(strictestPrivacy([drawn ?? 'open', kept]))
  if (mark === undefined) return { text }
  const isAsStrict = (privacy: Privacy): boolean => strictestPrivacy([mark, privacy]) === privacy
  if (isAsStrict(privacyWith(text))) return { text }
  if (!isNote)
    throw new AppError(
      'local-only',
      `This text draws on files marked ${mark}, and "${path}" can't carry a mark. Nothing was written: write a note (.md) instead.`,
    )
  const marked = withMark(text, mark)
  return isAsStrict(kept) ? { text: marked } : { text: marked, marked: mark }
}

/** The front matter of a note says its mark; a switch that says otherwise gives way. */
export function withMark(text: string, mark: Mark): string {
  const line = `${mark}: true`
  const block = `---\n${line}\n---\n`
  const [front = '', inside = ''] = /^---\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text) ?? []
  if (!text.startsWith('---') || front === '') return `${block}${text === '' ? '' : `\n${text}`}`
  const kept = inside.replace(/^(?:private|local[-_ ]?only|varve)[ \t]*:[^\n]*\n/gim, '')
  const inserted = `---\n${line}\n${kept}---\n${text.slice(front.length)}`
  const said = privacyOf('note.md', parseNote(inserted), NO_RULES)
  return strictestPrivacy([mark, said]) === said ? inserted : `${block}\n${text}`
}

const NO_RULES = { localOnly: [], private: [], problems: [] }

export function markOf(privacy: Privacy): Mark | undefined {
  return privacy === 'open' ? undefined : privacy
}
