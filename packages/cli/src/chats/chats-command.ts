import { basename } from 'node:path'
import {
  type App,
  type ChatHitView,
  type ChatSummaryView,
  type ExportForm,
  type ImportedChatView,
  type ImportReportView,
  talkParts,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import { readInput } from '../read-input.ts'
import { findProject } from './find-project.ts'
import { type ChatsContext, type ChatsOptions, withChat, withChats } from './with-chats.ts'
import { writeNewFile } from '../write-new-file.ts'

export interface ListChatsOptions extends ChatsOptions {
  readonly among?: 'current' | 'archived' | 'trashed'
  readonly tag?: string
  readonly project?: string
  readonly model?: string
  readonly from?: number
  readonly until?: number
  readonly limit?: number
  readonly after?: number
}

/** `varve chats ls` and `varve chats search`. */
export async function findChatsCommand(
  words: readonly string[],
  options: ListChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const { among = 'current', tag, project, model: modelId, from, until, limit, after } = options
  // The last word is whole: nobody is typing on.
  const text = words.length === 0 ? '' : `${words.join(' ')} `
  const found = await withChats(options, context, 'read', async (app, place) => {
    const wanted = { ...place, project: await findProject(app, { ...place, project, among }) }
    return app.searchChats({ ...wanted, text, among, tag, modelId, from, until, limit, after })
  })
  if (found.waiting !== undefined)
    context.report(`${found.waiting} texts are not searched yet; Varve reads them when it is started.`)
  if (options.json) return void (await context.output.write(`${JSON.stringify(found)}\n`))
  if (found.hits.length === 0) context.report('Nothing was found.')
  for (const hit of found.hits) await context.output.write(`${showHit(hit)}\n`)
  if (found.more)
    context.report(`There are more chats. Add --after ${(after ?? 0) + found.hits.length} for the next page.`)
}

/** `varve chats show`: the branch on show. */
export async function showChatCommand(
  chatId: string,
  options: ChatsOptions,
  { output, ...context }: ChatsContext,
): Promise<void> {
  const chat = await withChat({ ...options, chat: chatId }, { output, ...context }, 'read', (app, place) =>
    app.openChat(place),
  )
  if (options.json) return void (await output.write(`${JSON.stringify(chat)}\n`))
  const earlier = chat.earlier > 0 ? [`(${chat.earlier} earlier turns)`] : []
  const turns = chat.turns.flatMap(({ text, answer }) => [
    `> ${plain(text)}`,
    ...talkParts(answer.text, answer.steps).map((part) => plain(part.text)),
    `— ${plain(answer.modelName)}`,
  ])
  await output.write(`${[`# ${plain(chat.title)}`, ...earlier, ...turns].join('\n\n')}\n`)
}

export type ChatChange =
  | { readonly kind: 'rename'; readonly title: string }
  | { readonly kind: 'pin' | 'archive'; readonly on: boolean }
  | { readonly kind: 'tag'; readonly tags: readonly string[] }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' | 'erase' }

/** `varve chats rename|pin|archive|tag|trash|restore|erase`. */
export async function changeChatCommand(
  chatId: string,
  change: ChatChange,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const changed = await withChat({ ...options, chat: chatId }, context, 'write', (app, place) =>
    applyChange(app, place, change),
  )
  const line = options.json ? JSON.stringify(changed ?? { id: chatId }) : changed && showSummary(changed)
  if (line) await context.output.write(`${line}\n`)
}

function applyChange(
  app: App,
  place: { readonly workspaceId: string; readonly chatId: string },
  change: ChatChange,
): Promise<ChatSummaryView | void> {
  switch (change.kind) {
    case 'rename':
      return app.renameChat({ ...place, title: change.title })
    case 'pin':
      return app.arrangeChat({ ...place, pinned: change.on })
    case 'archive':
      return app.arrangeChat({ ...place, archived: change.on })
    case 'tag':
      return app.arrangeChat({ ...place, tags: change.tags })
    case 'trash':
      return app.deleteChat(place)
    case 'restore':
      return app.restoreChat(place)
    case 'erase':
      return app.eraseChat(place)
    default:
      return change satisfies never
  }
}

export interface ExportOptions extends ChatsOptions {
  readonly form: ExportForm
  readonly output?: string
}

/** `varve chats export`: to the standard output, or to a new file. */
export async function exportChatCommand(
  chatId: string,
  options: ExportOptions,
  context: ChatsContext,
): Promise<void> {
  const { name, type, text } = await withChat({ ...options, chat: chatId }, context, 'read', (app, place) =>
    app.exportChat({ ...place, form: options.form }),
  )
  const { output: file, json } = options
  if (file !== undefined) await writeNewFile(file, text, { access: 'private' })
  if (json)
    await context.output.write(
      `${JSON.stringify({ name, type, ...(file === undefined ? { text } : { file }) })}\n`,
    )
  else if (file === undefined) await context.output.write(text)
}

/** `varve chats import`: what came, and what could not, file by file. */
export async function importChatsCommand(
  files: readonly string[],
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const reports = await withChats(options, context, 'add', async (app, place) => {
    const all: ImportReportView[] = []
    for (const file of files) {
      const bytes = await readInput(file, context.input)
      all.push(await app.importChats({ ...place, name: basename(file), bytes }))
    }
    return all
  })
  const chats = reports.flatMap((report) => report.chats)
  const skipped = reports.flatMap((report) => report.skipped)
  const lines = options.json
    ? [JSON.stringify({ chats, skipped })]
    : [
        ...chats.flatMap(showImported),
        ...skipped.map(({ source, reason }) => `${plain(source)}: no chat. ${plain(reason)}`),
      ]
  await context.output.write(`${lines.join('\n')}\n`)
  const refused = chats.filter(({ outcome }) => outcome === 'refused').length
  if (chats.length === refused) throw new CliError('line-failed', 'No chat came along; each file says why.')
}

function showImported(chat: ImportedChatView): readonly string[] {
  const { source, title, outcome, turns, lost, context } = chat
  const count = turns === undefined ? '' : `, ${turns} ${turns === 1 ? 'turn' : 'turns'}`
  const { found = [], moved = [], missing = [] } = context ?? {}
  const notes = [...found, ...moved.map(({ from, to }) => `${to} (was ${from})`)]
  return [
    `${plain(source)}: "${plain(title)}" ${outcome}${count}`,
    ...lost.map((text) => `  ${plain(text)}`),
    ...(notes.length === 0
      ? []
      : [`  Attached to your next message as of today: ${plain(notes.join(', '))}`]),
    ...(missing.length === 0 ? [] : [`  Not found: ${plain(missing.join(', '))}`]),
  ]
}

function showSummary({
  id,
  title,
  updatedAt,
  pinned,
  archived,
  trashedAt,
  tags = [],
  project,
}: ChatSummaryView): string {
  const marks = [
    ...(pinned ? ['pinned'] : []),
    ...(archived ? ['archived'] : []),
    ...(trashedAt === undefined ? [] : ['in the trash']),
    ...tags.map((tag) => `#${tag}`),
    ...(project === undefined ? [] : [`in ${project}`]),
  ]
  return plain([id, updatedAt.slice(0, 10), title, ...marks].join('  '))
}

function showHit({ chat, passages }: ChatHitView): string {
  return [showSummary(chat), ...passages.map(({ part, snippet }) => `    ${part}: ${plain(snippet)}`)].join(
    '\n',
  )
}

/** What a chat holds must not speak to the terminal; line breaks stay. */
function plain(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
