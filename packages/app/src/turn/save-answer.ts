import { Buffer } from 'node:buffer'
import { hashText, type PlaceUnit, renderPlace } from '@varve/engine/internal'
import { decodeText, type FileStore, inertText, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { recallRequest } from '../chat/recall-request.ts'
import { loadAsked, loadState } from '../chat/load-state.ts'
import { requireAnswer, requireTurn } from '../chat/require-turn.ts'
import { carryMark, markOfText } from '../files/carry-mark.ts'
import type { Mark } from '../files/marks-of.ts'
import { filesOfOthers } from '../trust/trust.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'

export interface SaveAnswerInput extends ChatPlace {
  readonly answerId: string
  /** A note of the workspace; `.md` is added where it has no ending. */
  readonly path: string
  /** `new` fails where there is such a note; `append` adds to its end, and begins one where there is none. */
  readonly how: 'new' | 'append'
  /** The user agrees that a note which is not marked gets the mark of what the answer drew on. */
  readonly mark?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}

export interface SavedAnswer {
  readonly path: string
  /** The mark that the note carries from what the answer drew on. */
  readonly mark?: Mark
}

/** Saves an answer as a note. What the note held before stays as a version. */
export async function saveAnswer(context: AppContext, input: SaveAnswerInput): Promise<SavedAnswer> {
  await requireChat(context, input)
  const answer = await requireAnswer(context, input, input.answerId)
  if (answer.text.trim() === '') throw new AppError('message-empty', 'There is no text in this answer.')
  const path = /\.[^./]+$/.test(input.path) ? input.path : `${input.path}.md`
  // A model wrote it: at the path of an instruction it is not trusted.
  const opened = await openedWorkspace(context, input.workspaceId)
  const files = filesOfOthers(context.store, input.workspaceId, opened.files)
  // In the vault it is text: nothing of it is loaded or run there, nor of the titles of its sources.
  const text = `${inertText(noteText(answer.text, answer.sources))}\n`
  const turn = await requireTurn(context, input, answer.turnId)
  const asked = await loadAsked(context, input, turn)
  const state = asked?.state ?? (await loadState(context, input, { turn, answer })).state
  const mark = await markOfText(context, input, { turnId: turn.id, state })
  const saved = (marked: Mark | undefined): SavedAnswer => ({ path, ...(marked ? { mark: marked } : {}) })
  const before = input.how === 'append' && (await files.stat(path)) ? await files.read(path) : undefined
  const old = before ? decodeText(before) : ''
  const whole = old === '' ? text : `${old.replace(/(?<!\n)\n*$/, '\n\n')}${text}`
  const carried = await carryMark(files, { path, text: whole, mark, before: before && old })
  if (before && carried.marked !== undefined && input.mark !== true)
    throw new AppError(
      'not-confirmed',
      `This answer draws on files marked ${carried.marked}, and "${path}" is not marked. Nothing has been written. Agree to mark the whole note ${carried.marked}, or choose another note.`,
    )
  if (await wasSaved(context, { input, files, path, text })) return saved(mark)
  const expected = before ? { hash: before.contentHash } : 'absent'
  await files.write(path, Buffer.from(carried.text, 'utf8'), expected).catch((error: unknown) => {
    if (input.how === 'new' && error instanceof WorkspaceError && error.code === 'conflict')
      throw new AppError('file-changed', `There is a note "${path}" already.`, { cause: error })
    throw error
  })
  return saved(mark)
}

interface Saving {
  readonly input: SaveAnswerInput
  readonly files: FileStore
  readonly path: string
  readonly text: string
}

/**
 * Whether this very request came before and did its work. It is remembered before the file is written: who asks again
 * after a crash in between finds the key and no text, and the text is written then.
 */
async function wasSaved(context: AppContext, { input, files, path, text }: Saving): Promise<boolean> {
  const { workspaceId, answerId, how, idempotencyKey: key } = input
  if (key === undefined) return false
  const request = { workspaceId, key, fingerprint: hashText(JSON.stringify(['save', answerId, path, how])) }
  if (await recallRequest<unknown>(context, request)) {
    const known = await files.stat(path)
    return known !== undefined && decodeText(await files.read(path)).includes(text)
  }
  const { store, clock } = context
  await store.commit([store.requests.put({ ...request, response: { path }, at: clock.now() })])
  return false
}

/** Citations become footnotes that name the notes they point into. */
function noteText(
  text: string,
  sources: readonly {
    readonly number: number
    readonly path: string
    readonly lines: readonly [number, number]
    readonly unit?: PlaceUnit | undefined
    readonly title?: string | undefined
  }[],
): string {
  const notes = sources.map(({ number, path, title, lines, unit }) => {
    const link = path.endsWith('.md') ? `[[${path.replace(/\.md$/, '')}]]` : (title ?? path)
    return `[^${number}]: ${link}, ${renderPlace(lines, unit).replace('-', '–')}`
  })
  return notes.length === 0 ? text.trimEnd() : `${text.trimEnd()}\n\n${notes.join('\n')}`
}
