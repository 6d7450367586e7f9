import {
  type Artifact,
  createArtifact,
  createState,
  type Message,
  messagesOf,
  type Plan,
  type State,
  step,
  type TurnInput,
} from '@varve/engine'
import { type ModelStep, processedText } from '@varve/engine/internal'
import { testTokenizer } from '@varve/engine/testing'
import { cacheProfileOf, type CatalogueModel } from '../../catalogue/catalogue-model.ts'
import type { CallInput } from '../../request/call-input.ts'

interface GoldenTurn {
  readonly text: string
  readonly attach?: readonly Artifact[]
  readonly images?: TurnInput['images']
  readonly steps?: readonly ModelStep[]
}

/** A chat by name; the last turn is the one whose request is kept. */
export interface GoldenChat {
  readonly name: string
  readonly turns: readonly GoldenTurn[]
}

const note = (path: string, content: string): Artifact =>
  createArtifact({ kind: 'note', source: { path }, content })

/** Notes of some thousand characters, so that marks and minimums matter. */
const chapter = (name: string, lines: number, edit = ''): string =>
  Array.from(
    { length: lines },
    (_, row) => `${name}, line ${row + 1}: the river carries silt.${row === 5 ? edit : ''}`,
  ).join('\n')

const lookUp = (turn: number, paths: readonly string[]): ModelStep => ({
  text: 'Let me look.',
  exchanges: paths.map((path, index) => ({
    callId: `call_${turn}_${index + 1}`,
    tool: 'readNote',
    arguments: JSON.stringify({ path, lines: [1, 20] }),
    result: chapter(path, 40),
    recoverable: true,
  })),
})

const PICTURE = { hash: 'picture-1', mediaType: 'image/png', name: 'delta.png', width: 640, height: 480 }

export const GOLDEN_CHATS: readonly GoldenChat[] = [
  { name: 'no-context', turns: [{ text: 'What is a varve?' }, { text: 'And how thick is one?' }] },
  {
    name: 'heavy-context',
    turns: [
      {
        text: 'Summarize these.',
        attach: [note('lakes.md', chapter('Lakes', 90)), note('rivers.md', chapter('Rivers', 90))],
      },
      { text: 'What is new?', attach: [note('rivers.md', chapter('Rivers', 90, ' Since 2026 less.'))] },
      { text: 'And this?', attach: [note('sediment.md', chapter('Sediment', 60))] },
    ],
  },
  {
    name: 'tool-heavy',
    turns: [
      { text: 'Find what I wrote about lakes.', steps: [lookUp(1, ['a.md', 'b.md']), lookUp(2, ['c.md'])] },
      { text: 'And about rivers?', steps: [lookUp(3, ['d.md'])] },
    ],
  },
  {
    name: 'multimodal',
    turns: [
      { text: 'What does this show?', images: [PICTURE], attach: [note('delta.md', chapter('Delta', 40))] },
      { text: 'Which year?' },
    ],
  },
]

const TOOLS: NonNullable<TurnInput['tools']> = [
  {
    name: 'readNote',
    description: 'Reads lines of a note.',
    parameters: {
      type: 'object',
      required: ['path'],
      properties: { path: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
    },
  },
]

export interface PlayedChat {
  readonly plan: Plan
  /** The same question with everything in its last message, as most chats send it. */
  readonly inlined: readonly Message[]
}

/** Plays a chat for a model; the request of its last turn, after all its tool steps. */
export function playChat({ turns }: GoldenChat, model: CatalogueModel): PlayedChat {
  let state: State = createState({ conversationId: 'golden' })
  let played: PlayedChat | undefined
  const history: Message[] = [{ role: 'system', parts: [{ kind: 'text', text: CONTRACT }] }]
  for (const [index, turn] of turns.entries()) {
    const at = Date.UTC(2026, 0, 5, 9, index)
    const input = turnInput(turn, index, at, model)
    const result = step(state, input)
    const question: Message = {
      role: 'user',
      parts: [{ kind: 'text', text: processedText(result.envelope) }],
    }
    let plan = result.plans[0]
    state = result.state
    const steps: Message[] = []
    for (const modelStep of turn.steps ?? []) {
      const next = step(state, {
        kind: 'continue',
        turnId: input.turnId,
        at,
        model: specOf(model),
        step: modelStep,
      })
      plan = next.plans[0]
      state = next.state
      steps.push(...stepMessages(modelStep))
    }
    if (plan) played = { plan, inlined: [...history, question, ...steps] }
    const text = `Answer ${index + 1}.`
    history.push({ role: 'user', parts: [{ kind: 'text', text: turn.text }] }, ...steps)
    history.push({ role: 'assistant', parts: [{ kind: 'text', text }] })
    const answers = [{ model: model.id, text }]
    state = step(state, { kind: 'answer', turnId: input.turnId, at, answers, chosen: model.id }).state
  }
  if (!played) throw new Error('the chat was not planned')
  return played
}

export function callOf(model: CatalogueModel, { plan }: PlayedChat): CallInput {
  return {
    model,
    messages: messagesOf(plan),
    tools: plan.tools,
    cache: { key: 'golden', marks: plan.marks },
    getImage: async () => Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
  }
}

const CONTRACT = 'You are a careful assistant. Answer from the notes and say where it stands.'

function turnInput(
  { text, attach = [], images = [] }: GoldenTurn,
  index: number,
  at: number,
  model: CatalogueModel,
): TurnInput {
  return {
    kind: 'turn',
    turnId: `turn-${index + 1}`,
    at,
    text,
    sections: [{ id: 'contract', text: CONTRACT }],
    tools: TOOLS,
    models: [specOf(model)],
    attach: attach.map((artifact) => ({ artifact })),
    images,
  }
}

function specOf(model: CatalogueModel): TurnInput['models'][number] {
  return {
    id: model.id,
    window: model.window,
    reservedOutput: model.reservedOutput,
    vision: model.modalities.includes('image'),
    tokenizer: testTokenizer,
    profile: cacheProfileOf(model),
  }
}

function stepMessages({ text, exchanges }: ModelStep): readonly Message[] {
  const calls = exchanges.map(
    ({ callId, tool, arguments: args }) => ({ kind: 'tool-call', callId, tool, arguments: args }) as const,
  )
  const results = exchanges.map(
    ({ callId, tool, result }) => ({ kind: 'tool-result', callId, tool, text: result }) as const,
  )
  return [
    { role: 'assistant', parts: [{ kind: 'text', text }, ...calls] },
    { role: 'tool', parts: results },
  ]
}
