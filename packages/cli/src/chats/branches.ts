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
  one('turns', 'list the turns on show, with the ids of branches, answers and changes to files').run(
    listTurns,
  )
  one('choose', 'continue from one of several answers')
    .argument('<answer>', 'its id, as varve chats turns prints it, or how that begins')
    .run(chooseAnswer)
  one('branch', 'show another branch')
    .argument('<turn>', 'the id of a turn in it, as varve chats turns prints it, or how that begins')
    .run(showBranch)
  one('fork', 'make a new chat that begins with this one, and print its id')
    .option('--turn <turn>', 'up to this one, by its number or id; default: the last one')
    .option('--answer <id>', 'of this turn; default: the one that is chosen')
    .run(async (call, { turn, answer, ...options }, chat) => {
      const made = await withChat({ ...options, chat }, call, 'write', async (app, place) => {
        const { id: turnId } = await turnNamed(app, place, turn)
        return app.forkChat({ ...place, turnId, answerId: answer })
      })
      return { json: made, words: plainText(`${made.id}  ${made.title}`) }
    })
  one('forget', 'leave something that a chat keeps out of every later request')
    .argument('<key>', 'of what it keeps, as varve chats show --json names it')
    .option('--undo', 'take that back, until a message has been sent')
    .run(async (call, { undo, ...options }, chat, key) => {
      const { kept, forgotten = [] } = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.forgetArtifact({ ...place, key, undo }),
      )
      const lines = [...kept.map(keptLine('kept')), ...forgotten.map(keptLine('forgotten'))]
      return { json: { kept, forgotten }, words: lines.join('\n') }
    })
  one('undo', 'take back what a tool changed in files')
    .argument('<call>', 'the id of the call, as varve chats turns prints it')
    .run(async (call, options, chat, callId) => {
      const done = await withChat({ ...options, chat }, call, 'write', async (app, place) =>
        app.undoCall({ ...place, callId, answerId: await answerOfCall(app, place, callId) }),
      )
      return { json: done, words: done.undone.map(({ path }) => plainText(`Taken back: ${path}`)).join('\n') }
    })
  one('set', 'change the settings of a chat from its next message on; without any, print them')
    .argument('[name=value...]', `name= gives a setting back: ${SETTING_NAMES.join(', ')}`)
    .help(`${SETTINGS_HELP}\n\nExample:\n  varve chats set 01J… runner=agent mode=act jurisdictions=US-CA,FR`)
    .run(changeSettings)
  one('compact', 'begin the next message from a summary of older turns and kept texts in short')
    .option('--undo', 'take that back, until a message has been sent')
    .run(async (call, { undo, ...options }, chat) => {
      const view = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.compactChat({ ...place, ...(undo ? { undo: true } : {}) }),
      )
      return { json: view, words: compactionWords(view, undo) }
    })
  one('mark', 'set the priority of a kept attachment: essential stays whole, optional goes first')
    .argument('<key>', 'of what it keeps, as varve chats show --json names it')
    .argument('<mark>', 'its priority', { choices: ['essential', 'normal', 'optional'] })
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
  return { json: { answerId }, words: `The chat goes on from ${answerId}.` }
}

async function showBranch(call: Call, options: ChatsOptions, chat: string, turn: string) {
  const shown = await withChat({ ...options, chat }, call, 'write', async (app, place) => {
    const turnId = wholeId(await idsIn(app, place, ({ siblings }) => siblings), turn)
    const { turns, earlier } = await app.showBranch({ ...place, turnId })
    return { turnId, turns: earlier + turns.length }
  })
  return { json: shown, words: `The branch on show has ${countOf(shown.turns, 'turn')}.` }
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
  throw new CliError('usage', `There is no call "${call}" in the branch on show: see varve chats turns.`)
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
