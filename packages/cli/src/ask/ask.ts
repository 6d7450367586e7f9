import type { AskInput } from '@varve/app'
import { CHAT_SETTINGS } from '@varve/contract/tables/settings'
import type { Call } from '../call.ts'
import type { WorkingApp } from '../connect.ts'
import { parseChatSettings, SETTING_NAMES } from './chat-settings.ts'
import { collect, type Group, onOwnDatabase, type Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { readText } from '../input.ts'
import { type AskingOptions, decisionOf, runAsking } from './run-asking.ts'

/** `varve ask`: sends a message, and prints its answers as they come. */
export function addAskCommands(program: Group): void {
  withAsking(program.command('ask', 'send a message and print the answer as it arrives'))
    .argument('[words...]', 'the message; - or nothing reads a pipe')
    .option(
      '-w, --workspace <folder>',
      'a workspace: folder, name or id (default: the current one, or the last one used). A folder that isn’t one yet becomes one',
    )
    .option('--chat <id>', 'continue this chat (default: a new one)', { conflicts: 'continue' })
    .option('-c, --continue', 'continue the last chat of this workspace')
    .option(
      '-a, --attach <name>',
      'note.md, folder/, #tag, https://…, note.md#L10-20; - for piped text; repeatable',
      { parse: collect },
    )
    .option(
      '-m, --model <id>',
      'the model; repeat it for several answers. Default: that of the chat, its agent or its project, else the built-in one',
      { parse: collect },
    )
    .option('--runner <name>', 'how the chat is answered from now on', {
      choices: Object.keys(CHAT_SETTINGS.runner.choices),
    })
    .option('--agent <name>', 'the agent of the chat from now on')
    .option('--project <name>', 'the project of the chat from now on')
    .option(
      '--set <name=value>',
      `a setting of the chat from now on, such as mode=act; repeatable: ${SETTING_NAMES.join(', ')}`,
      { parse: collect },
    )
    .option('--leave-out <note>', 'leave out this note of an imported chat; repeatable', {
      parse: collect,
    })
    .option('--allow-extracts', 'shorten long texts to exact excerpts if the message doesn’t fit')
    .option('--drop-optional', 'leave out attachments marked ? if the message doesn’t fit')
    .help(HELP)
    .run((call, options, words) =>
      runAsking(options, call, async () => {
        const { runner, agent, project, set = [], chat } = options
        const settings = { runner, agent, project, ...parseChatSettings(set) }
        const said = await readMessage(words, options, call, { takesPipe: true })
        return async (app, place) => {
          const chatId = options.continue ? await lastChat(app, place) : chat
          return app.ask({ ...said, ...place, chatId, settings })
        }
      }),
    )
}

/** Pinned chats come first in a list, so more than the first one is looked at. */
const RECENT = 50

/** The chat that was used last. */
export async function lastChat(
  app: Pick<WorkingApp, 'listChats'>,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string> {
  const chats = await app.listChats({ workspaceId, limit: RECENT })
  const [last] = chats
    .filter(({ unused }) => !unused)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  if (last) return last.id
  throw new CliError('usage', 'This workspace has no chat to continue yet: leave out -c to start one.')
}

const HELP = `
The answer goes to standard output. The id of a new chat, notices, sources, usage and price go to standard
error. Ctrl-C stops the answer; the part that arrived stays in the chat.
Without attachments, Varve searches your notes by itself, and lists what it found and sent after the answer.
Before passages go to a cloud model for the first time, it asks. Decide with --passages send or leave, or once
for all with varve settings set passages-to-cloud always or never. --runner chat doesn’t search.
If the guard finds private data, nothing is sent until you add --redact or --send. Tool calls that need your
approval are refused, because no one is there to approve them; allow them beforehand with varve settings set
tool-rules.
Piped text is attached to the question. If Varve is running, the message goes through it. "ask" may be left
out: varve "When do we launch?" -a plan.md

Exit codes: 0 answered, 1 failed, 2 invalid usage, 3 private data, 130 stopped.

Examples:
  varve ask --workspace ~/notes "When does [[plan]] say that we launch?"
  varve ask --chat 3f2c… "And who is told first?" --model anthropic/claude-sonnet-4-5
  git diff | varve ask "What could go wrong with this?"
  varve ask --workspace ~/notes --runner vault-qa --json < question.txt | jq -r '.answers[0].text'`

/** What every command takes that has models answer. */
export function withAsking<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return withDecisions(verb)
    .option('--json', 'one JSON object at the end, also on failure')
    .option(
      '--stream',
      'with --json: a JSON line for each event as it happens; the last has kind "done" or "error"',
    )
}

/** What may be decided before anything is asked. */
export function withDecisions<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return onOwnDatabase(
    verb
      .reachesServers()
      .option('--redact', 'send placeholders for private data that the guard asks about')
      .option('--send', 'send such data as it is', { conflicts: 'redact' })
      .option(
        '--passages <choice>',
        'passages that Varve finds in your notes: send them to the cloud model, or leave them out',
        { choices: ['send', 'leave'] },
      )
      .option(
        '--unrecorded <choice>',
        'sources of the chat that are no longer recorded: send what is left, or leave those answers out',
        { choices: ['allow', 'forget'] },
      ),
  )
}

export type Said = Pick<
  AskInput,
  | 'text'
  | 'attach'
  | 'modelIds'
  | 'allowExtracts'
  | 'dropOptional'
  | 'decision'
  | 'leaveOut'
  | 'unrecorded'
  | 'passages'
>

/** The arguments, or the standard input if there are none or they are `-`. */
export async function readMessage(
  words: readonly string[],
  options: AskingOptions,
  call: Call,
  { takesPipe = false } = {},
): Promise<Said> {
  const isPiped = words.length === 0 || (words.length === 1 && words[0] === '-')
  const { attach = [], model: modelIds, allowExtracts, dropOptional, leaveOut, unrecorded } = options
  const isAttached = attach.includes('-')
  if (isPiped && isAttached)
    throw new CliError('usage', 'A pipe is the message or an attachment, not both: give the words.')
  if (isPiped && call.isTyped && words.length === 0)
    throw new CliError('usage', 'Say what to ask, or pipe it in; varve ask --help has examples.')
  // What is piped to a question is what it is about.
  const isBeside = takesPipe && !isPiped && !isAttached && call.isPipe()
  const piped = isPiped || isAttached || isBeside ? await readText('-', call) : ''
  const text = isPiped ? piped.trimEnd() : words.join(' ')
  if (text.trim() === '/compact')
    throw new CliError('usage', 'In a terminal that is a command of its own: varve chats compact <id>.')
  return {
    text,
    attach: [
      ...attach.map((name) => (name === '-' ? ({ kind: 'paste', content: piped } as const) : name)),
      ...(isBeside && piped.trim() !== '' ? [{ kind: 'paste', content: piped } as const] : []),
    ],
    modelIds,
    allowExtracts,
    dropOptional,
    leaveOut,
    unrecorded,
    ...decisionOf(options),
  }
}
