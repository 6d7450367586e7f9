import type { AnswerView, CompactionView, KeptView, TurnView } from '@varve/app'
import { parseChatSettings, SETTING_NAMES, SETTINGS_HELP } from '../ask/chat-settings.ts'
import type { WorkingApp } from '../connect.ts'
import type { Call } from '../call.ts'
import type { Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { countOf, inOneLine, plainText, showCount } from '../text.ts'
import { type ChatsOptions, type OfChat, onChats, turnNamed, turnsOf, withChat } from './with-chats.ts'

/** The commands on the turns, answers, settings and kept texts of a chat. */
export function addBranchCommands(chats: Group): void {
  const one = (name: string, description: string) =>
    onChats(chats.command(name, description)).argument('<id>', 'of the chat')
  one(
    'turns',
    'list the turns of the current branch, with the ids of branches, answers and file changes',
  ).run(listTurns)
  one('choose', 'continue from one of several answers')
    .argument('<answer>', 'its id as in varve chats turns, or the start of it')
    .run(chooseAnswer)
  one('branch', 'switch to another branch')
    .argument('<turn>', 'the id of a turn in it as in varve chats turns, or the start of it')
    .run(showBranch)
  one('fork', 'start a new chat from this one, and print its id')
    .option('--turn <turn>', 'up to this turn: number or id (default: the last one)')
    .option('--answer <id>', 'up to this answer of the turn (default: the chosen one)')
    .run(async (call, { turn, answer, ...options }, chat) => {
      const made = await withChat({ ...options, chat }, call, 'write', async (app, place) => {
        const { id: turnId } = await turnNamed(app, place, turn)
        return app.forkChat({ ...place, turnId, answerId: answer })
      })
      return { json: made, words: plainText(`${made.id}  ${made.title}`) }
    })
  one('forget', 'drop a kept attachment from all later requests')
    .argument('<key>', 'its key, as in varve chats show --json')
    .option('--undo', 'undo it, until a message has been sent')
    .run(async (call, { undo, ...options }, chat, key) => {
      const { kept, forgotten = [] } = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.forgetArtifact({ ...place, key, undo }),
      )
      const lines = [...kept.map(keptLine('kept')), ...forgotten.map(keptLine('forgotten'))]
      return { json: { kept, forgotten }, words: lines.join('\n') }
    })
  one('undo', 'undo a tool’s changes to files')
    .argument('<call>', 'the id of the call, as in varve chats turns')
    .run(async (call, options, chat, callId) => {
      const done = await withChat({ ...options, chat }, call, 'write', async (app, place) =>
        app.undoCall({ ...place, callId, answerId: await answerOfCall(app, place, callId) }),
      )
      return { json: done, words: done.undone.map(({ path }) => plainText(`Taken back: ${path}`)).join('\n') }
    })
  one('set', 'change the settings of a chat from its next message on, or print them')
    .argument('[name=value...]', `name= resets a setting: ${SETTING_NAMES.join(', ')}`)
    .help(`${SETTINGS_HELP}\n\nExample:\n  varve chats set 01J… runner=agent mode=act jurisdictions=US-CA,FR`)
    .run(changeSettings)
  one('compact', 'summarize older turns and shorten kept texts before the next message')
    .option('--undo', 'undo it, until a message has been sent')
    .run(async (call, { undo, ...options }, chat) => {
      const view = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.compactChat({ ...place, ...(undo ? { undo: true } : {}) }),
      )
      return { json: view, words: compactionWords(view, undo) }
    })
  one('mark', 'set the priority of a kept attachment: essential is never cut, optional goes first')
    .argument('<key>', 'its key, as in varve chats show --json')
    .argument('<mark>', 'the priority', { choices: ['essential', 'normal', 'optional'] })
    .run(async (call, options, chat, key, priority) => {
      const { kept } = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.markArtifact({ ...place, key, priority }),
      )
      return { json: kept, words: kept.map((each) => keptLine(each.priority ?? 'normal')(each)).join('\n') }
    })
}

/** The turns of the current branch with their ids, for use in other commands. */
async function listTurns(call: Call, options: ChatsOptions, chat: string) {
  const turns = await withChat({ ...options, chat }, call, 'read', async (app, place) => {
    const newestFirst: TurnView[] = []
    for await (const turn of turnsOf(app, place)) newestFirst.push(turn)
    return newestFirst.reverse()
  })
  return { json: turns, words: turns.flatMap(turnLines).map(plainText).join('\n') }
}

const LONGEST = 60

function turnLines({ id, number, text, siblings, answer, answers }: TurnView): readonly string[] {
  const line = inOneLine(text)
  const shortened = line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line
  return [
    `${number}  ${id}  ${shortened}`,
    ...siblings.filter((sibling) => sibling !== id).map((sibling) => `   branch  ${sibling}`),
    ...answers.flatMap((each) => [
      `   ${each.id === answer.id ? 'chosen' : 'answer'}  ${each.id}  ${each.modelId}  ${each.status}`,
      ...changesOf(each),
    ]),
  ]
}

/** What its tools changed, which can be undone. */
function changesOf({ steps = [] }: AnswerView): readonly string[] {
  return steps
    .flatMap(({ calls }) => calls)
    .filter(({ changes = [] }) => changes.length > 0)
    .map(
      ({ callId, tool, isUndone, changes = [] }) =>
        `     ${isUndone ? 'undone' : 'change'}  ${callId}  ${tool}  ${changes.map(({ path }) => path).join(', ')}`,
    )
}

async function chooseAnswer(call: Call, options: ChatsOptions, chat: string, answer: string) {
  const answerId = await withChat({ ...options, chat }, call, 'write', async (app, place) => {
    const id = wholeId(await idsIn(app, place, ({ answers }) => answers.map((each) => each.id)), answer)
    await app.chooseAnswer({ ...place, answerId: id })
    return id
  })
  return { json: { answerId }, words: `The chat continues from ${answerId}.` }
}

async function showBranch(call: Call, options: ChatsOptions, chat: string, turn: string) {
  const shown = await withChat({ ...options, chat }, call, 'write', async (app, place) => {
    const turnId = wholeId(await idsIn(app, place, ({ siblings }) => siblings), turn)
    const { turns, earlier } = await app.showBranch({ ...place, turnId })
    return { turnId, turns: earlier + turns.length }
  })
  return { json: shown, words: `The current branch has ${countOf(shown.turns, 'turn')}.` }
}

/** What can be named by how it begins: all that varve chats turns prints. */
async function idsIn(
  app: WorkingApp,
  place: OfChat,
  idsOf: (turn: TurnView) => readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const turn of turnsOf(app, place)) ids.push(...idsOf(turn))
  return ids
}

/** As with chats: fewer signs would fit by accident. */
const SHORTEST_BEGINNING = 4

/** The only id that begins so; what fits none stays as it is, for the app to find or to refuse. */
export function wholeId(ids: Iterable<string>, wanted: string): string {
  const known = new Set(ids)
  if (known.has(wanted) || wanted.length < SHORTEST_BEGINNING) return wanted
  const [found = wanted, ...others] = [...known].filter((id) => id.startsWith(wanted))
  if (others.length > 0)
    throw new CliError('usage', `${others.length + 1} ids begin with "${wanted}": give more of it.`)
  return found
}

async function answerOfCall(app: WorkingApp, place: OfChat, call: string): Promise<string> {
  for await (const { answers } of turnsOf(app, place))
    for (const { id, steps = [] } of answers)
      if (steps.some(({ calls }) => calls.some(({ callId }) => callId === call))) return id
  throw new CliError('usage', `There is no call "${call}" in the current branch: see varve chats turns.`)
}

/** Changes the settings of a chat from its next message on; without any, shows them. */
async function changeSettings(call: Call, options: ChatsOptions, chat: string, pairs: readonly string[]) {
  const patch = parseChatSettings(pairs)
  const isChange = pairs.length > 0
  const settings = await withChat(
    { ...options, chat },
    call,
    isChange ? 'write' : 'read',
    async (app, place) =>
      isChange ? app.setChatSettings({ ...place, settings: patch }) : (await app.openChat(place)).settings,
  )
  const lines = Object.entries(settings).map(([name, value]) => plainText(`${name}=${String(value)}`))
  return { json: settings, words: lines.join('\n') }
}

function keptLine(state: string): (kept: KeptView) => string {
  return ({ key, tokens }) => `${state.padEnd(9)}  ${showCount(tokens)}  ${plainText(key)}`
}

/** What the next message of a chat saves. */
function compactionWords(view: CompactionView, undo = false): string {
  const { beforeTokens, afterTokens, summarizedTurns, shortened, pending } = view
  if (undo) return 'Undone: the next message is not summarized.'
  if (!pending) return `Nothing to save: the next message has ${showCount(beforeTokens)} tokens either way.`
  return [
    `The next message begins from ${showCount(afterTokens)} tokens instead of ${showCount(beforeTokens)}.`,
    `In short: ${summarizedTurns} turns, ${shortened.length} kept texts. Nothing is lost: the chat keeps every word.`,
  ].join('\n')
}
