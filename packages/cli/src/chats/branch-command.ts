import type { App, ChatSettingsView, KeptView } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { plainText } from '../plain-text.ts'
import { showCount } from '../show-number.ts'
import { parseChatSettings } from './parse-chat-settings.ts'
import { type OfChat, turnNamed, turnsOf } from './turns-of.ts'
import { type ChatsContext, type ChatsOptions, withChat } from './with-chats.ts'

/** `varve chats choose`: the chat goes on from this answer. */
export async function chooseAnswerCommand(
  { chat, answer }: { readonly chat: string; readonly answer: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  await withChat({ ...options, chat }, context, 'write', (app, place) =>
    app.chooseAnswer({ ...place, answerId: answer }),
  )
  await say(options, context, { answerId: answer }, `The chat goes on from ${answer}.`)
}

/** `varve chats branch`: shows the branch that goes through a turn. */
export async function showBranchCommand(
  { chat, turn }: { readonly chat: string; readonly turn: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const { turns, earlier } = await withChat({ ...options, chat }, context, 'write', (app, place) =>
    app.showBranch({ ...place, turnId: turn }),
  )
  const count = earlier + turns.length
  await say(options, context, { turnId: turn, turns: count }, `The branch on show has ${count} turns.`)
}

export interface ForkOptions extends ChatsOptions {
  readonly turn?: string
  readonly answer?: string
}

/** `varve chats fork`: a new chat that begins with this one, up to a turn. */
export async function forkChatCommand(
  chat: string,
  options: ForkOptions,
  context: ChatsContext,
): Promise<void> {
  const made = await withChat({ ...options, chat }, context, 'write', async (app, place) => {
    const { id: turnId } = await turnNamed(app, place, options.turn)
    return app.forkChat({ ...place, turnId, answerId: options.answer })
  })
  await say(options, context, made, plainText(`${made.id}  ${made.title}`))
}

export interface ForgetOptions extends ChatsOptions {
  readonly undo?: boolean
}

/** `varve chats forget`: what a chat keeps is in no request from the next message on. */
export async function forgetCommand(
  { chat, key }: { readonly chat: string; readonly key: string },
  options: ForgetOptions,
  context: ChatsContext,
): Promise<void> {
  const { kept, forgotten = [] } = await withChat({ ...options, chat }, context, 'write', (app, place) =>
    app.forgetArtifact({ ...place, key, undo: options.undo }),
  )
  const lines = [...kept.map(keptLine('kept')), ...forgotten.map(keptLine('forgotten'))]
  await say(options, context, { kept, forgotten }, lines.join('\n'))
}

/** `varve chats undo`: takes back what a tool changed in files. */
export async function undoCallCommand(
  { chat, call }: { readonly chat: string; readonly call: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const done = await withChat({ ...options, chat }, context, 'write', async (app, place) =>
    app.undoCall({ ...place, callId: call, answerId: await answerOfCall(app, place, call) }),
  )
  await say(
    options,
    context,
    done,
    done.undone.map(({ path }) => plainText(`Taken back: ${path}`)).join('\n'),
  )
}

async function answerOfCall(app: App, place: OfChat, call: string): Promise<string> {
  for await (const { answers } of turnsOf(app, place))
    for (const { id, steps = [] } of answers)
      if (steps.some(({ calls }) => calls.some(({ callId }) => callId === call))) return id
  throw new CliError('usage', `There is no call "${call}" in the branch on show: see varve chats turns.`)
}

/** `varve chats set`: changes the settings of a chat from its next message on; without any, shows them. */
export async function chatSettingsCommand(
  { chat, pairs }: { readonly chat: string; readonly pairs: readonly string[] },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const patch = parseChatSettings(pairs)
  const settings = await withChat(
    { ...options, chat },
    context,
    pairs.length === 0 ? 'read' : 'write',
    async (app, place): Promise<ChatSettingsView> =>
      pairs.length === 0
        ? (await app.openChat(place)).settings
        : app.setChatSettings({ ...place, settings: patch }),
  )
  const lines = Object.entries(settings).map(([name, value]) => plainText(`${name}=${String(value)}`))
  await say(options, context, settings, lines.join('\n'))
}

function keptLine(state: string): (kept: KeptView) => string {
  return ({ key, tokens }) => `${state.padEnd(9)}  ${showCount(tokens)}  ${plainText(key)}`
}

async function say(
  { json }: ChatsOptions,
  { output }: ChatsContext,
  value: object,
  words: string,
): Promise<void> {
  const text = json ? JSON.stringify(value) : words
  if (text !== '') await output.write(`${text}\n`)
}
