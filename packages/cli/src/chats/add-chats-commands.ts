import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { addAskAgainCommands } from '../ask/add-ask-again-commands.ts'
import type { AskContext } from '../ask/ask-context.ts'
import { addBranchCommands } from './add-branch-commands.ts'
import type { CompactOptions, MarkWanted } from './chat-budget-command.ts'
import type { ChatChange, ExportOptions, ListChatsOptions } from './chats-command.ts'
import { onChats } from './on-chats.ts'
import { defaultCommand } from '../default-command.ts'
import type { ChatsContext, ChatsOptions } from './with-chats.ts'
import { parseCount } from '../trace/trace-options.ts'

/** The commands that work on chats. */
export function addChatsCommands(
  program: Command,
  context: (data?: string) => ChatsContext,
  askContext: (data?: string) => AskContext,
): void {
  const chats = program
    .command('chats')
    .description('list, search, show, change, export and import chats')
    .addHelpText('after', HELP)
  const load = () => import('./chats-command.ts')
  filtered(onChats(defaultCommand(chats, 'ls')))
    .description('list chats, pinned ones first, then the most recently used')
    .action(async (options: ListChatsOptions) =>
      (await load()).findChatsCommand([], options, context(options.data)),
    )
  filtered(onChats(chats.command('search')))
    .description('find chats by their titles, tags, questions and answers, in every branch')
    .argument('<words...>', 'every one of them; "a phrase" in quotation marks')
    .action(async (words: readonly string[], options: ListChatsOptions) =>
      (await load()).findChatsCommand(words, options, context(options.data)),
    )
  onChats(chats.command('show'))
    .description('print the branch of a chat that is on show')
    .argument('<id>', 'of the chat, as varve chats ls prints it, or how it begins')
    .action(async (id: string, options: ChatsOptions) =>
      (await load()).showChatCommand(id, options, context(options.data)),
    )
  addChanges(chats, async (id, change, options) =>
    (await load()).changeChatCommand(id, change, options, context(options.data)),
  )
  addAskAgainCommands(chats, askContext)
  addBranchCommands(chats, context)
  addBudget(chats, () => import('./chat-budget-command.ts'), context)
  onChats(chats.command('export'))
    .description('write a chat with all its branches as one file')
    .argument('<id>', 'of the chat')
    .addOption(
      new Option('--form <form>', 'what it becomes')
        .choices(['markdown', 'json', 'jsonl', 'html'])
        .default('markdown'),
    )
    .option('--output <file>', 'a new file; default: the standard output')
    .action(async (id: string, options: ExportOptions) =>
      (await load()).exportChatCommand(id, options, context(options.data)),
    )
  onChats(chats.command('import'))
    .description('take over chats: ours, those of the Obsidian plugin, exports of ChatGPT and Claude')
    .argument('<files...>', 'JSON, JSON Lines, HTML, Markdown or a zip of these; - for the standard input')
    .action(async (files: readonly string[], options: ChatsOptions) =>
      (await load()).importChatsCommand(files, options, context(options.data)),
    )
}

type BudgetCommands = () => Promise<typeof import('./chat-budget-command.ts')>

/** What a chat that has grown large can do about it. */
function addBudget(chats: Command, load: BudgetCommands, context: (data?: string) => ChatsContext): void {
  onChats(chats.command('compact'))
    .description('begin the next message from a summary of older turns and kept texts in short')
    .argument('<id>', 'of the chat')
    .option('--undo', 'take that back, until a message has been sent')
    .action(async (id: string, options: CompactOptions) =>
      (await load()).compactChatCommand(id, options, context(options.data)),
    )
  onChats(chats.command('mark'))
    .description('say how dear something is that a chat keeps: essential stays whole, optional goes first')
    .argument('<id>', 'of the chat')
    .argument('<key>', 'of what it keeps, as varve chats show --json names it')
    .addArgument(new Argument('<mark>', 'how dear').choices(['essential', 'normal', 'optional']))
    .action(async (id: string, key: string, mark: MarkWanted['priority'], options: ChatsOptions) =>
      (await load()).markChatCommand(id, { key, priority: mark }, options, context(options.data)),
    )
}

type Change = (id: string, change: ChatChange, options: ChatsOptions) => Promise<void>

function addChanges(chats: Command, change: Change): void {
  const one = (name: string, description: string): Command =>
    onChats(chats.command(name)).description(description).argument('<id>', 'of the chat')
  one('rename', 'give a chat another title')
    .argument('<title...>', 'its new title')
    .action((id: string, words: readonly string[], options: ChatsOptions) =>
      change(id, { kind: 'rename', title: words.join(' ') }, options),
    )
  for (const kind of ['pin', 'archive'] as const)
    one(kind, kind === 'pin' ? 'keep a chat at the top' : 'put a chat away')
      .option('--off', 'take that back')
      .action((id: string, options: ChatsOptions & { readonly off?: boolean }) =>
        change(id, { kind, on: options.off !== true }, options),
      )
  one('tag', 'set the tags of a chat; without any, it has none')
    .argument('[tags...]', 'all that it is to have')
    .action((id: string, tags: readonly string[], options: ChatsOptions) =>
      change(id, { kind: 'tag', tags }, options),
    )
  one('trash', 'move a chat to the trash; nothing is erased').action((id: string, options: ChatsOptions) =>
    change(id, { kind: 'trash' }, options),
  )
  one('restore', 'take a chat out of the trash').action((id: string, options: ChatsOptions) =>
    change(id, { kind: 'restore' }, options),
  )
  one('erase', 'delete a chat that is in the trash, for good').action((id: string, options: ChatsOptions) =>
    change(id, { kind: 'erase' }, options),
  )
}

function filtered(command: Command): Command {
  return command
    .addOption(new Option('--among <which>', 'which chats').choices(['current', 'archived', 'trashed']))
    .option('--tag <tag>', 'with this tag')
    .option('--project <name>', 'of this project, as it or its file is called')
    .option('--model <id>', 'in which this model has answered')
    .option('--from <day>', 'said on this day or later, 2026-01-31', parseMoment)
    .option('--until <day>', 'said before this day', parseMoment)
    .option('--limit <count>', 'at most this many', parseCount, 20)
    .option('--after <count>', 'leave out this many', parseCount)
}

function parseMoment(text: string): number {
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw new InvalidArgumentError('It must be a day such as 2026-01-31.')
  return moment
}

const HELP = `
Reading works while Varve runs on the same data; a change to a database file needs Varve to be stopped.

Examples:
  varve chats ls --workspace ~/notes
  varve chats --workspace ~/notes --project harbour
  varve chats search --workspace ~/notes break clause --from 2026-01-01
  varve chats export 01J… --form html --output chat.html
  varve chats import --workspace ~/notes chatgpt-export.zip`
