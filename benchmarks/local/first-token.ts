import { readFileSync } from 'node:fs'
import {
  type Artifact,
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  type Layout,
  messagesOf,
  type ModelSpec,
  step,
} from '@varve/engine'
import { renderArtifact } from '../../packages/engine/src/render/render-artifact.ts'
import { type LocalModelFile, defaultThreads } from '../../packages/local/src/local-engine.ts'
import { EngineUnderTest } from '../../packages/local/src/testing/engine-under-test.ts'
import type { RandomModelOptions } from '../../packages/local/src/testing/random-model.ts'
import type { Prompt } from '../../packages/local/src/prompt/prompt.ts'
import { createRandom } from '../random.ts'
import type { Goal, Section } from '../report.ts'
import { promptOf } from './prompt-of.ts'

export type Way = 'auto' | 'ledger' | 'last message'

/** Heads of 64, as models have them: others are slow in llama.cpp. Each token takes 12 kB. */
const LARGE: RandomModelOptions = {
  dimension: 512,
  layers: 12,
  heads: 8,
  keyHeads: 4,
  feedForward: 1024,
  half: true,
}
const SMALL: RandomModelOptions = { ...LARGE, dimension: 256, layers: 6, heads: 4, keyHeads: 2 }
const GOAL_RATIO = 50
const GOAL_TOKENS = 8_000
const ROOM = 2_048

export interface HowToMeasure {
  readonly isQuick: boolean
  readonly isLong: boolean
  /** Seconds of the processor instead of those of the clock: a busy machine changes them little. */
  readonly byProcessor: boolean
}

/** How long a person waits for the first word, by what happened before and by what carries the context. */
export async function measureFirstToken({ isQuick, isLong, byProcessor }: HowToMeasure): Promise<Section> {
  const shape = isQuick ? SMALL : LARGE
  const tokens = isQuick ? 2_000 : GOAL_TOKENS
  const byWay: (readonly [string, Waits])[] = []
  for (const way of ['auto', 'ledger', 'last message'] as const)
    byWay.push([way, await play({ way, tokens, shape, byProcessor, keeps: true })])
  byWay.push(['auto, nothing kept', await play({ way: 'auto', tokens, shape, byProcessor, keeps: false })])
  const growth: (readonly [number, Waits])[] = []
  const sizes = isQuick
    ? [1_000, 4_000]
    : isLong
      ? [1_000, 2_000, 4_000, 16_000, 32_000]
      : [1_000, 2_000, 4_000]
  for (const size of sizes)
    growth.push([
      size,
      await play({ way: 'auto', tokens: size, shape, byProcessor, keeps: true, isShort: true }),
    ])
  const [[, auto]] = byWay as [readonly [string, Waits]]
  growth.push([tokens, auto])
  growth.sort(([a], [b]) => a - b)
  return {
    title: 'Time to the first word, with a model on this machine',
    notes: [
      `llama.cpp, ${defaultThreads()} of the processor’s cores, a Llama of random weights in half precision: ${shape.layers} layers of ${shape.dimension}. Each byte is a token. What it answers means nothing; how long it reads doesn’t depend on that.`,
      `${byProcessor ? 'Processor seconds, of Varve and of the model’s process,' : 'Seconds'} from the question to the first word; in brackets, the tokens that were read for it. One note of about ${tokens.toLocaleString('en')} tokens is attached in the first turn, and one line of it edited before the last.`,
      '`first`: everything is read from the start. `turn 2`: at once. `reopened`: another chat was asked in between. `restart`: Varve was started again; loading the model counts. `edit`: a line of the note has changed.',
      '`nothing kept` is llama.cpp as other programs use it: it knows what is in memory, and nothing else.',
    ],
    tables: [
      {
        title: `A chat of ${tokens.toLocaleString('en')} tokens`,
        columns: ['', 'first', 'turn 2', 'reopened', 'restart', 'edit'],
        rows: byWay.map(([name, waits]) => [
          name,
          ...[waits.first, waits.second, waits.reopened, waits.restarted, waits.edited].map(cellOf),
        ]),
      },
      {
        title: 'As a chat grows (auto)',
        columns: ['tokens', 'first', 'reopened', 'restart', 'sooner'],
        rows: growth.map(([size, { first, reopened, restarted }]) => [
          size.toLocaleString('en'),
          ...[first, reopened, restarted].map(cellOf),
          `${Math.round(ratioOf(first, reopened))} ×`,
        ]),
      },
    ],
    goals: isQuick ? [] : [goalOf(auto)],
  }
}

function goalOf({ first, reopened }: Waits): Goal {
  const ratio = ratioOf(first, reopened)
  return {
    name: `A reopened chat of ${GOAL_TOKENS.toLocaleString('en')} tokens against reading it`,
    target: `${GOAL_RATIO} times sooner`,
    measured: `${Math.round(ratio)} times`,
    met: ratio >= GOAL_RATIO,
  }
}

function ratioOf(one: Wait | undefined, other: Wait | undefined): number {
  return (one?.seconds ?? 0) / (other?.seconds ?? Number.POSITIVE_INFINITY)
}

function cellOf(wait: Wait | undefined): string {
  return wait ? `${wait.seconds.toFixed(2)} s (${wait.read.toLocaleString('en')})` : ''
}

interface Wait {
  readonly seconds: number
  readonly read: number
}

interface Waits {
  readonly first: Wait
  readonly second: Wait
  readonly reopened: Wait
  readonly restarted: Wait
  readonly edited?: Wait
}

interface Play {
  readonly way: Way
  readonly tokens: number
  readonly shape: RandomModelOptions
  /** Whether states are kept on disk. */
  readonly keeps: boolean
  readonly byProcessor: boolean
  /** Without the edit. */
  readonly isShort?: boolean
}

async function play({ way, tokens, shape, keeps, byProcessor, isShort = false }: Play): Promise<Waits> {
  const settings = { threads: defaultThreads(), idleMilliseconds: 600_000, stateLimit: keeps ? 8e9 : 0 }
  await using under = new EngineUnderTest({ settings: () => settings, flashAttention: 'auto' })
  const model = under.model('random', { ...shape, context: Math.ceil((tokens * 1.1 + ROOM) / 256) * 256 })
  const ask = (chat: string, prompt: Prompt) =>
    firstWord(under, { model, chat, prompt, clock: byProcessor ? processorClock(under) : wallClock })
  const chat = new Chat(way)
  const note = noteOf(tokens)
  // The model is loaded, as it is for the second question of anybody's day.
  await ask('other', promptOf([{ role: 'user', parts: [{ kind: 'text', text: 'Are you there?' }] }]))
  const turn = async (text: string, attached: readonly Artifact[] = []): Promise<Wait> => {
    const { wait, answer } = await ask('chat', chat.ask(text, attached))
    chat.answer(answer)
    return wait
  }
  const first = await turn('What does the note say about the tide?', [note])
  const second = await turn('And about the harbour?')
  await ask('other', promptOf([{ role: 'user', parts: [{ kind: 'text', text: 'Something else.' }] }]))
  const reopened = await turn('Where were we?')
  await under.restart()
  const restarted = await turn('And today?')
  if (isShort) return { first, second, reopened, restarted }
  const edited = await turn('What has changed?', [editedNote(note)])
  return { first, second, reopened, restarted, edited }
}

interface Asked {
  readonly model: LocalModelFile
  readonly chat: string
  readonly prompt: Prompt
  /** Milliseconds. */
  readonly clock: Clock
}

async function firstWord(
  { engine }: EngineUnderTest,
  { model, chat, prompt, clock }: Asked,
): Promise<{ readonly wait: Wait; readonly answer: string }> {
  const began = await clock()
  const request = { model, workspace: 'bench', chat, epoch: '1', prompt }
  const generation = { stop: [], toolChoice: 'none', temperature: 0, maxTokens: 24 } as const
  let first: number | undefined
  let answer = ''
  let read = 0
  for await (const event of engine.answer(request, generation, new AbortController().signal)) {
    if (event.kind === 'text') {
      first ??= await clock()
      answer += event.delta
    }
    if (event.kind === 'done') read = event.promptTokens - event.cachedTokens
  }
  const seconds = ((first ?? (await clock())) - began) / 1000
  return { wait: { seconds, read }, answer }
}

type Clock = () => number | Promise<number>

const wallClock: Clock = () => performance.now()
/** As Linux counts it. */
const TICKS_A_SECOND = 100

/** What this process and that of the model have computed so far; a model that is not loaded yet has computed nothing. */
function processorClock({ engine }: EngineUnderTest): Clock {
  return async () => {
    const { user, system } = process.cpuUsage()
    const { pid } = await engine.status()
    const stat = pid === undefined ? '' : readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [utime = 0, stime = 0] = stat
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user + system) / 1000 + ((utime + stime) / TICKS_A_SECOND) * 1000
  }
}

/** One conversation with one attached note, by one way of carrying it. */
class Chat {
  readonly #way: Way
  readonly #model: ModelSpec
  #state = createState({ conversationId: 'bench' })
  #turn = 0
  #history: { readonly role: 'user' | 'assistant'; readonly text: string }[] = []
  #attached: readonly Artifact[] = []

  constructor(way: Way) {
    this.#way = way
    this.#model = {
      id: 'local/random',
      window: 64_000,
      reservedOutput: 0,
      vision: false,
      tokenizer: estimateTokenizer(),
      profile: { ...DEFAULT_PROFILES.ollama, lifetimeSeconds: 90 * 24 * 60 * 60 },
      layout: (way === 'last message' ? 'ledger' : way) satisfies Layout,
    }
  }

  ask(text: string, attached: readonly Artifact[]): Prompt {
    this.#turn += 1
    if (attached.length > 0) this.#attached = attached
    if (this.#way === 'last message') {
      const last = [...this.#attached.map((one) => renderArtifact(one, this.#turn)), text].join('\n\n')
      const messages = [...this.#history, { role: 'user' as const, text: last }]
      this.#history.push({ role: 'user', text })
      return promptOf([
        { role: 'system', parts: [{ kind: 'text', text: SYSTEM }] },
        ...messages.map(({ role, text: words }) => ({
          role,
          parts: [{ kind: 'text' as const, text: words }],
        })),
      ])
    }
    const { state, plans } = step(this.#state, {
      kind: 'turn',
      turnId: String(this.#turn),
      at: START + this.#turn * 60_000,
      text,
      sections: [{ id: 'contract', text: SYSTEM }],
      tools: [],
      models: [this.#model],
      attach: attached.map((artifact) => ({ artifact })),
    })
    this.#state = state
    const [plan] = plans
    if (!plan) throw new Error('The turn has no plan.')
    return promptOf(messagesOf(plan))
  }

  answer(text: string): void {
    this.#history.push({ role: 'assistant', text })
    if (this.#way === 'last message') return
    const { id } = this.#model
    const answered = {
      kind: 'answer',
      turnId: String(this.#turn),
      at: START + this.#turn * 60_000 + 1_000,
      answers: [{ model: id, text }],
      chosen: id,
    } as const
    this.#state = step(this.#state, answered).state
  }
}

const START = Date.UTC(2026, 0, 5, 9)
const SYSTEM = 'You help one person think with their own notes. Keep answers short.'
const WORDS = 'tide harbour boat rope wind chart light mud bird stone sail mark depth bell shore'.split(' ')

/** As many bytes of a note as it is to have tokens, the same each time. */
function noteOf(tokens: number): Artifact {
  const random = createRandom(7)
  const lines: string[] = []
  for (let length = 0; length < tokens; length += (lines.at(-1)?.length ?? 0) + 1)
    lines.push(
      `${lines.length + 1}. ${Array.from({ length: 12 }, () => WORDS[random.below(WORDS.length)]).join(' ')}`,
    )
  return createArtifact({ kind: 'note', source: { path: 'tides.md' }, content: lines.join('\n') })
}

function editedNote(note: Artifact): Artifact {
  const lines = note.content.split('\n')
  const content = lines.with(Math.floor(lines.length / 2), 'This line is another one now.').join('\n')
  return createArtifact({ kind: 'note', source: { path: 'tides.md' }, content })
}
