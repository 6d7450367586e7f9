import { setImmediate } from 'node:timers/promises'
import { createState, EngineError, type State, step } from '@varve/engine'
import type { Hash } from '@varve/engine/internal'
import { valuesBehind } from '@varve/guard'
import { contractSection } from '../memory/memory.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import type { ChatAnswerRows } from './answer-rows.ts'
import type { TextOf } from './file-texts.ts'
import { unpackState } from './pack-state.ts'

export interface StateToRestore {
  readonly chatId: string
  /** Of the branch on show. */
  readonly turns: readonly ChatTurnRows[]
  /** The object with the state as it was; undefined where the file names none, or was changed since. */
  readonly stateHash: Hash | undefined
  readonly textOf: TextOf
}

export interface RestoredState {
  readonly state: State
  /** Put together again from the messages: the next turn begins a new epoch and says so. */
  readonly rebuilt: boolean
  readonly gaps: readonly string[]
}

/** The state at the end of a branch. */
export interface BranchState extends Pick<RestoredState, 'state' | 'rebuilt'> {
  readonly turnId: string
}

/** The state that a chat continues from: as it was where everything is there, else folded from its turns. [E-4] */
export async function restoreState(toRestore: StateToRestore): Promise<RestoredState> {
  const { stateHash, textOf } = toRestore
  const text = stateHash === undefined ? undefined : await textOf(stateHash)
  if (stateHash === undefined || text === undefined) {
    const why = stateHash === undefined ? 'The file names no state' : 'The state beside the file is missing'
    return {
      state: await foldTurns(toRestore),
      rebuilt: true,
      gaps: [`${why}; it is rebuilt from the turns.`],
    }
  }
  const parsed = await unpackState(text, textOf)
  const problem = parsed.kind === 'incomplete' ? parsed.reason : findMismatch(parsed.state, toRestore)
  if (parsed.kind === 'state' && problem === undefined)
    return { state: parsed.state, rebuilt: false, gaps: [] }
  const gap = `The state beside the file cannot be used (${problem}); it is rebuilt from the turns.`
  return { state: await foldTurns(toRestore), rebuilt: true, gaps: [gap] }
}

/** The states of branches that are not on show, as they were where the file names them. */
export async function restoreEnds(
  chatId: string,
  branches: readonly (readonly ChatTurnRows[])[],
  textOf: TextOf,
): Promise<{ readonly others: readonly BranchState[]; readonly gaps: readonly string[] }> {
  const others: BranchState[] = []
  const gaps: string[] = []
  for (const turns of branches) {
    const end = turns.at(-1)
    const stateHash = end?.decisions.end
    if (!end || stateHash === undefined) others.push(...(await restoreOthers(chatId, [turns])))
    else {
      const restored = await restoreState({ chatId, turns, stateHash, textOf })
      others.push({ ...restored, turnId: end.turnId })
      gaps.push(...restored.gaps.map((gap) => `Of the branch that ends with turn ${end.turnId}: ${gap}`))
    }
  }
  return { others, gaps }
}

/** Restores other branches from their messages alone, so that each can be continued. */
export async function restoreOthers(
  chatId: string,
  branches: readonly (readonly ChatTurnRows[])[],
): Promise<readonly BranchState[]> {
  const others: BranchState[] = []
  for (const turns of branches) {
    const turnId = turns.at(-1)?.turnId
    if (turnId === undefined) continue
    others.push({ turnId, state: await foldTurns({ chatId, turns }), rebuilt: true })
  }
  return others
}

/** A state must be that of these very turns: files are edited, copied and sent around. */
function findMismatch(state: State, { chatId, turns }: StateToRestore): string | undefined {
  if (state.conversationId !== chatId) return 'it is of another chat'
  const records = [...state.history, ...(state.open ? [state.open] : [])]
  if (records.length !== turns.length || state.turn !== turns.length) return 'it has other turns'
  const isSame = records.every((record, index) => {
    const own = turns[index]
    const received = answerIn(own, turns[index + 1])?.received
    const answered = received === '' ? undefined : received
    return (
      record.turnId === own?.turnId && isSentFor(record.text, own.sent) && record.answer?.text === answered
    )
  })
  return isSame ? undefined : 'its messages are others'
}

/** As it was typed, or with placeholders for some of it. */
function isSentFor(text: string, typed: string): boolean {
  return text === typed || valuesBehind(text, typed) !== undefined
}

/** The answer that a branch continues with. */
function answerIn(
  turn: ChatTurnRows | undefined,
  next: ChatTurnRows | undefined,
): ChatAnswerRows | undefined {
  return turn?.answers.find(({ answerId }) => answerId === next?.parentAnswerId) ?? turn?.chosen
}

/** So many turns are folded before others get their turn: a chat may have tens of thousands. */
const TURNS_AT_A_TIME = 50

async function foldTurns({ chatId, turns }: Pick<StateToRestore, 'chatId' | 'turns'>): Promise<State> {
  let state = createState({ conversationId: chatId })
  for (const [index, rows] of turns.entries()) {
    if (index % TURNS_AT_A_TIME === TURNS_AT_A_TIME - 1) await setImmediate()
    const { turnId, at, sent: text, artifacts, images } = rows
    const attach = artifacts.map(({ artifact, freshness }) => ({ artifact, freshness }))
    const turn = { kind: 'turn', turnId, at, text, sections: [contractSection()], models: [] } as const
    state = takeTurn(state, { ...turn, attach, images }, turn)
    const answer = answerIn(rows, turns[index + 1])
    if (!answer || answer.received === '') continue
    const { modelId: model, received } = answer
    const answers = [{ model, text: received }]
    state = step(state, { kind: 'answer', turnId, at, answers, chosen: model }).state
  }
  return state
}

type TurnInput = Extract<Parameters<typeof step>[1], { readonly kind: 'turn' }>

/** Attachments of a turn may come from an edited file; its words are used anyway. */
function takeTurn(state: State, whole: TurnInput, bare: TurnInput): State {
  try {
    return step(state, whole).state
  } catch (error) {
    if (error instanceof EngineError) return step(state, bare).state
    throw error
  }
}
