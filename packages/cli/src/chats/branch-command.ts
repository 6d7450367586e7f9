import type { App, ChatSettingsView, KeptView, TurnView } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { plainText } from '../plain-text.ts'
import { showCount } from '../show-number.ts'
import { parseChatSettings } from './parse-chat-settings.ts'
import { type OfChat, turnNamed, turnsOf } from './turns-of.ts'
import { wholeId } from './whole-id.ts'
import { type ChatsContext, type ChatsOptions, withChat } from './with-chats.ts'

/** `varve chats choose`: the chat goes on from this answer. */
export async function chooseAnswerCommand(
  { chat, answer }: { readonly chat: string; readonly answer: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const answerId = await withChat({ ...options, chat }, context, 'write', async (app, place) => {
    const id = wholeId(await idsIn(app, place, ({ answers }) => answers.map((each) => each.id)), answer)
    await app.chooseAnswer({ ...place, answerId: id })
    return id
  })
  await say(options, context, { answerId }, `The chat goes on from ${answerId}.`)
}

/** `varve chats branch`: shows the branch that goes through a turn. */
export async function showBranchCommand(
  { chat, turn }: { readonly chat: string; readonly turn: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const shown = await withChat({ ...options, chat }, context, 'write', async (app, place) => {
    const turnId = wholeId(await idsIn(app, place, ({ siblings }) => siblings), turn)
    const { turns, earlier } = await app.showBranch({ ...place, turnId })
    return { turnId, turns: earlier + turns.length }
  })
  const count = `${shown.turns} ${shown.turns === 1 ? 'turn' : 'turns'}`
  await say(options, context, shown, `The branch on show has ${count}.`)
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

/** What can be named by how it begins: all that varve chats turns prints. */
async function idsIn(
  app: App,
  place: OfChat,
  idsOf: (turn: TurnView) => readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const turn of turnsOf(app, place)) ids.push(...idsOf(turn))
  return ids
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
