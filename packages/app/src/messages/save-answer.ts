import { Buffer } from 'node:buffer'
import { hashText } from '@varve/engine'
import { decodeText, type FileStore, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { recallRequest } from './recall-request.ts'
import { requireAnswer } from '../turn/require-turn.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'

export interface SaveAnswerInput extends ChatPlace {
  readonly answerId: string
  /** A note of the workspace; `.md` is added where it has no ending. */
  readonly path: string
  /** `new` fails where there is such a note; `append` adds to its end, and begins one where there is none. */
  readonly how: 'new' | 'append'
  readonly idempotencyKey?: string | undefined
}

export interface SavedAnswer {
  readonly path: string
}

/** Writes an answer into a note. What the note held before stays as a version. */
export async function saveAnswer(context: AppContext, input: SaveAnswerInput): Promise<SavedAnswer> {
  await requireChat(context, input)
  const answer = await requireAnswer(context, input, input.answerId)
  if (answer.text.trim() === '') throw new AppError('message-empty', 'There is no text in this answer.')
  const path = /\.[^./]+$/.test(input.path) ? input.path : `${input.path}.md`
  const { files } = await openedWorkspace(context, input.workspaceId)
  const text = `${noteText(answer.text, answer.sources)}\n`
  if (await wasSaved(context, { input, files, path, text })) return { path }
  if (input.how === 'new') {
    await files.write(path, Buffer.from(text, 'utf8'), 'absent').catch((error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'conflict')
        throw new AppError('file-changed', `There is a note "${path}" already.`, { cause: error })
      throw error
    })
    return { path }
  }
  const known = await files.stat(path)
  const before = known ? await files.read(path) : undefined
  const old = before ? decodeText(before) : ''
  const whole = old === '' ? text : `${old.replace(/\n*$/, '\n\n')}${text}`
  await files.write(path, Buffer.from(whole, 'utf8'), before ? { hash: before.contentHash } : 'absent')
  return { path }
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
    readonly title?: string | undefined
  }[],
): string {
  const notes = sources.map(({ number, path, title, lines: [from, to] }) => {
    const link = path.endsWith('.md') ? `[[${path.replace(/\.md$/, '')}]]` : (title ?? path)
    return `[^${number}]: ${link}, lines ${from}–${to}`
  })
  return notes.length === 0 ? text.trimEnd() : `${text.trimEnd()}\n\n${notes.join('\n')}`
}
