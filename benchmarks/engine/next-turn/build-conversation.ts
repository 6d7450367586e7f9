import {
  createArtifact,
  createState,
  step,
  type Artifact,
  type ModelSpec,
  type State,
  type TurnInput,
} from '@varve/engine'
import type { Memo } from '@varve/engine/internal'
import { createRandom } from '../../random.ts'
import { makeText } from './make-text.ts'

export const NOTE_CHARACTERS = 10_000
const NOTES = 1000
const QUESTION_CHARACTERS = 80
const ANSWER_CHARACTERS = 400
const GAP_MILLISECONDS = 40_000

const SECTIONS: TurnInput['sections'] = [
  { id: 'contract', text: 'You help one person think with their own notes. Say where a fact comes from.' },
  { id: 'memory', text: '- prefers short answers' },
]

export interface BuildOptions {
  readonly turns: number
  readonly model: ModelSpec
  readonly memo: Memo
  /** Turns at the end that are planned for the model; those before only fold into the state. */
  readonly plannedTurns: number
}

/** A conversation of so many turns that attached 1,000 notes of 10 KB, evenly spread. */
export function buildConversation({ turns, model, memo, plannedTurns }: BuildOptions): State {
  const random = createRandom(turns)
  let state = createState({ conversationId: `bench-${turns}` })
  let attached = 0
  for (let turn = 1; turn <= turns; turn += 1) {
    const due = Math.floor((turn * NOTES) / turns)
    const notes: Artifact[] = []
    for (; attached < due; attached += 1) notes.push(makeNote(attached, makeText(random, NOTE_CHARACTERS)))
    const text = makeText(random, QUESTION_CHARACTERS)
    const models = turn > turns - plannedTurns ? [model] : []
    const asked = step(state, nextTurn(state, { text, notes, models }), { memo }).state
    state = answer(asked, model.id, makeText(random, ANSWER_CHARACTERS))
  }
  return state
}

export function makeNote(number: number, content: string): Artifact {
  return createArtifact({ kind: 'note', source: { path: `notes/note ${number}.md` }, content })
}

/** The turn that follows a state, with notes attached to it. */
export function nextTurn(
  state: State,
  options: {
    readonly text: string
    readonly notes: readonly Artifact[]
    readonly models: readonly ModelSpec[]
  },
): TurnInput {
  const number = state.turn + 1
  return {
    kind: 'turn',
    turnId: `turn-${number}`,
    at: number * GAP_MILLISECONDS,
    text: options.text,
    sections: SECTIONS,
    models: options.models,
    attach: options.notes.map((artifact) => ({ artifact })),
  }
}

export function answer(state: State, model: string, text: string): State {
  const turnId = state.open?.turnId ?? ''
  const at = state.turn * GAP_MILLISECONDS
  return step(state, { kind: 'answer', turnId, at, answers: [{ model, text }], chosen: model }).state
}
