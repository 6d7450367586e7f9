import { EXPORT_FORMS } from '@varve/contract/tables/export-formats'
import { basename, resolve } from 'node:path'
import type { ChatHitView, ChatSummaryView, ImportedChatView, ImportReportView } from '@varve/app'
import { InvalidArgumentError } from 'commander'
import type { WorkingApp } from '../connect.ts'
import type { Call } from '../call.ts'
import { type Group, parseCount, type Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput } from '../input.ts'
import { countOf, cutTo, plainLines, type Table } from '../text.ts'
import { writeNewFile } from '../write-new-file.ts'
import { addAskAgainCommands } from './ask-again.ts'
import { addBranchCommands } from './branches.ts'
import { type ChatsOptions, type OfChat, onChats, withChat, withChats } from './with-chats.ts'

/** The commands that work on chats. */
export function addChatsCommands(program: Group): void {
  const chats = program.group('chats', 'list, search, show, change, export and import chats', HELP)
  filtered(onChats(chats.defaultCommand('ls', 'list chats, pinned first, then most recent'))).run(
    (call, options) => findChats([], options, call),
  )
  filtered(
    onChats(chats.command('search', 'search chats by title, tag, question and answer, in every branch')),
  )
    .argument('<words...>', 'all must match; put "a phrase" in quotation marks')
    .run((call, options, words) => findChats(words, options, call))
  onChats(chats.command('show', 'print the current branch of a chat'))
    .argument('<id>', 'the id of the chat as in varve chats ls, or the start of it')
    .run(showChat)
  addChanges(chats)
  addAskAgainCommands(chats)
  addBranchCommands(chats)
  onChats(chats.command('export', 'export a chat with all its branches as one file'))
    .argument('<id>', 'of the chat')
    .option('--form <form>', 'the format', {
      choices: EXPORT_FORMS,
      default: 'markdown',
    })
    .option('--output <file>', 'write to this new file (default: standard output)')
    .run(async (call, { form, output: file, ...options }, chat) => {
      const { name, type, text } = await withChat({ ...options, chat }, call, 'read', (app, place) =>
        app.exportChat({ ...place, form }),
      )
      if (file === undefined) return { json: { name, type, text }, text }
      await writeNewFile(resolve(call.cwd, file), text, { access: 'private' })
      return { json: { name, type, file }, words: '' }
    })
  onChats(chats.command('import', 'import chats: from Varve, the Obsidian plugin, ChatGPT and Claude'))
    .argument('<files...>', 'JSON, JSON Lines, HTML, Markdown, or a zip of these; - for standard input')
    .run(importChats)
}

const HELP = `
All of this works while Varve is running.

Examples:
  varve chats ls --workspace ~/notes
  varve chats --workspace ~/notes --project harbour
  varve chats search --workspace ~/notes break clause --from 2026-01-01
  varve chats export 01J… --form html --output chat.html
  varve chats import --workspace ~/notes chatgpt-export.zip`

const AMONG = ['current', 'archived', 'trashed'] as const

function filtered<Options extends object>(verb: Verb<Options>) {
  return verb
    .option('--among <which>', 'which chats', { choices: AMONG })
    .option('--tag <tag>', 'with this tag')
    .option('--project <name>', 'of this project: its name or file name')
    .option('--model <id>', 'with answers by this model')
    .option('--from <day>', 'on or after this day, such as 2026-01-31', { parse: parseMoment })
    .option('--until <day>', 'before this day', { parse: parseMoment })
    .option('--limit <count>', 'the maximum number of results', { parse: parseCount, default: 20 })
    .option('--after <count>', 'skip this many', { parse: parseCount })
}

function parseMoment(text: string): number {
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw new InvalidArgumentError('It must be a day such as 2026-01-31.')
  return moment
}

interface Filter extends ChatsOptions {
  readonly json?: boolean
  readonly among?: (typeof AMONG)[number]
  readonly tag?: string
  readonly project?: string
  readonly model?: string
  readonly from?: number
  readonly until?: number
  readonly limit: number
  readonly after?: number
}

async function findChats(words: readonly string[], options: Filter, { output, report, ...call }: Call) {
  const { among = 'current', tag, project, model: modelId, from, until, limit, after } = options
  // The last word is complete: nobody is typing.
  const text = words.length === 0 ? '' : `${words.join(' ')} `
  const found = await withChats(options, { output, report, ...call }, 'read', async (app, place) => {
    const wanted = { ...place, project: await findProject(app, { ...place, project, among }) }
    return app.searchChats({ ...wanted, text, among, tag, modelId, from, until, limit, after })
  })
  if (found.waiting !== undefined)
    report(`${found.waiting} texts are not searched yet; Varve reads them when it is started.`)
  if (!options.json && found.hits.length === 0) report('Nothing was found.')
  if (!options.json && found.more)
    report(`There are more chats. Add --after ${(after ?? 0) + found.hits.length} for the next page.`)
  const shown: Table = ({ width } = {}) => found.hits.map((hit) => showHit(hit, width)).join('\n')
  return { json: found, words: shown }
}

interface ProjectWanted {
  readonly workspaceId: string
  /** Whose chats are looked through where no file has that name. */
  readonly among: (typeof AMONG)[number]
  readonly project: string | undefined
}

/** By file name or by display name. Chats may still use a project whose file is gone. */
async function findProject(
  app: WorkingApp,
  { workspaceId, project, among }: ProjectWanted,
): Promise<string | undefined> {
  if (project === undefined) return undefined
  const projects = await app.listDefinitions({ workspaceId, kind: 'project' })
  const named = projects.filter(({ id }) => id === project)
  const shown = projects.filter(({ name }) => name.toLowerCase() === project.toLowerCase())
  const [found, ...others] = named.length > 0 ? named : shown
  if (found && others.length > 0)
    throw new CliError(
      'usage',
      `Several projects are called "${project}": ${shown.map(({ id }) => id).join(', ')}.`,
    )
  if (found) return found.id
  const left = await app.searchChats({ workspaceId, text: '', project, among, limit: 1 })
  if (left.hits.length > 0) return project
  throw new CliError('usage', `There is no project "${project}" in this workspace.`)
}

async function showChat(call: Call, options: ChatsOptions, id: string) {
  const chat = await withChat({ ...options, chat: id }, call, 'read', (app, place) => app.openChat(place))
  const { talkParts } = await import('@varve/app')
  const earlier = chat.earlier > 0 ? [`(${countOf(chat.earlier, 'earlier turn')})`] : []
  const turns = chat.turns.flatMap(({ text, answer }) => [
    `> ${text}`,
    ...talkParts(answer.text, answer.steps).map((part) => part.text),
    `— ${answer.modelName}`,
  ])
  return { json: chat, words: [`# ${chat.title}`, ...earlier, ...turns].map(plainLines).join('\n\n') }
}

type Change = (app: WorkingApp, place: OfChat) => Promise<ChatSummaryView | void>

function addChanges(chats: Group): void {
  const one = (name: string, description: string) =>
    onChats(chats.command(name, description)).argument('<id>', 'of the chat')
  one('rename', 'rename a chat')
    .argument('<title...>', 'its new title')
    .run((call, options, id, words) =>
      changeChat(id, options, call, (app, place) => app.arrangeChat({ ...place, title: words.join(' ') })),
    )
  one('pin', 'pin a chat to the top')
    .option('--off', 'undo it')
    .run((call, { off, ...options }, id) =>
      changeChat(id, options, call, (app, place) => app.arrangeChat({ ...place, pinned: !off })),
    )
  one('archive', 'archive a chat')
    .option('--off', 'undo it')
    .run((call, { off, ...options }, id) =>
      changeChat(id, options, call, (app, place) => app.arrangeChat({ ...place, archived: !off })),
    )
  one('tag', 'set the tags of a chat, or clear them')
    .argument('[tags...]', 'all of its tags')
    .run((call, options, id, tags) =>
      changeChat(id, options, call, (app, place) => app.arrangeChat({ ...place, tags })),
    )
  one('trash', 'move a chat to the trash').run((call, options, id) =>
    changeChat(id, options, call, (app, place) => app.deleteChat(place)),
  )
  one('restore', 'restore a chat from the trash').run((call, options, id) =>
    changeChat(id, options, call, (app, place) => app.restoreChat(place)),
  )
  one('erase', 'permanently delete a chat from the trash').run((call, options, id) =>
    changeChat(id, options, call, (app, place) => app.eraseChat(place)),
  )
}

async function changeChat(chat: string, options: ChatsOptions, call: Call, change: Change) {
  const changed = await withChat({ ...options, chat }, call, 'write', change)
  return { json: changed ?? { id: chat }, words: changed ? showSummary(changed) : '' }
}

/** What came, and what could not, file by file. */
async function importChats(
  call: Call,
  options: ChatsOptions & { readonly json?: boolean },
  files: readonly string[],
): Promise<void> {
  const reports = await withChats(options, call, 'add', async (app, place) => {
    const all: ImportReportView[] = []
    for (const file of files) {
      const bytes = await readInput(file, call)
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
        ...skipped.map(({ source, reason }) => `${plainLines(source)}: no chat. ${plainLines(reason)}`),
      ]
  await call.output.write(`${lines.join('\n')}\n`)
  if (chats.every(({ outcome }) => outcome === 'refused'))
    throw new CliError('line-failed', 'No chat was imported; each file says why.')
}

function showImported(chat: ImportedChatView): readonly string[] {
  const { source, title, outcome, turns, lost, context } = chat
  const count = turns === undefined ? '' : `, ${countOf(turns, 'turn')}`
  const { found = [], moved = [], missing = [] } = context ?? {}
  const notes = [...found, ...moved.map(({ from, to }) => `${to} (was ${from})`)]
  return [
    `${source}: "${title}" ${outcome}${count}`,
    ...lost.map((text) => `  ${text}`),
    ...(notes.length === 0 ? [] : [`  Attached to your next message as of today: ${notes.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`  Not found: ${missing.join(', ')}`]),
  ].map(plainLines)
}

function showSummary(chat: ChatSummaryView): string {
  const { id, title, updatedAt, pinned, archived, trashedAt, tags = [], project } = chat
  const marks = [
    ...(pinned ? ['pinned'] : []),
    ...(archived ? ['archived'] : []),
    ...(trashedAt === undefined ? [] : ['in the trash']),
    ...tags.map((tag) => `#${tag}`),
    ...(project === undefined ? [] : [`in ${project}`]),
  ]
  return plainLines([id, updatedAt.slice(0, 10), title, ...marks].join('  '))
}

/** The line of a chat fits the screen; what was found in it is prose, and wraps. */
function showHit({ chat, passages }: ChatHitView, width: number | undefined): string {
  const found = passages.map(({ part, snippet }) => `    ${part}: ${plainLines(snippet)}`)
  return [cutTo(showSummary(chat), width ?? Infinity), ...found].join('\n')
}
