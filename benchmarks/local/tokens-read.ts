import { createMemo, DEFAULT_PROFILES, messagesOf, type Plan } from '@varve/engine'
import { EngineUnderTest } from '../../packages/local/src/testing/engine-under-test.ts'
import type { Prompt } from '../../packages/local/src/prompt/prompt.ts'
import { DATA_NAME, loadMaterial } from '../engine/floor/load-material.ts'
import { buildInlineRequests, playInline } from '../engine/floor/play-inline.ts'
import { playScript } from '../engine/floor/play-script.ts'
import type { Script } from '../engine/floor/script.ts'
import { TOOLS } from '../engine/floor/setting.ts'
import { writeScripts } from '../engine/floor/write-scripts.ts'
import type { Section } from '../report.ts'
import { sum } from '../statistics.ts'
import type { Way } from './first-token.ts'
import { promptOf } from './prompt-of.ts'

const WAYS: readonly Way[] = ['auto', 'ledger', 'last message']
/** Conversations that a small context holds, each for so many turns. */
const KINDS =
  /^(?:notes kept|a note edited|notes dropped|pastes|search results|talk without|notes added|tool results)/
const TURNS = 8
const QUICK = 2
/** Bytes are its tokens. */
const CONTEXT = 131_072
const PROFILE = { ...DEFAULT_PROFILES.ollama, lifetimeSeconds: 90 * 24 * 60 * 60 }
/** Differences of less are none. */
const SAME = 0.03

/** The same conversations as for the simulator, through the real llama.cpp: how much of them it really reads. */
export async function measureTokensRead({ isQuick }: { readonly isQuick: boolean }): Promise<Section> {
  const title = 'Tokens that llama.cpp really reads, by layout'
  const material = loadMaterial()
  if (!material)
    return {
      title,
      notes: [`Skipped: the texts that conversations are made of are not in ${DATA_NAME}.`],
      tables: [],
      goals: [],
    }
  const scripts = writeScripts(material)
    .filter(({ name }) => KINDS.test(name))
    .slice(0, isQuick ? QUICK : undefined)
    .map(({ name, turns }): Script => ({ name, turns: turns.slice(0, TURNS) }))
  await using under = new EngineUnderTest({
    settings: () => ({ threads: 1, idleMilliseconds: 600_000, stateLimit: 0 }),
    flashAttention: 'auto',
  })
  const rows: Outcome[] = []
  for (const script of scripts) {
    const predicted = new Map<Way, number>()
    const read = new Map<Way, number>()
    for (const way of WAYS) {
      const { prompts, uncached } = requestsOf(script, way)
      predicted.set(way, uncached)
      read.set(way, await tokensRead(under, `${script.name} ${way}`, prompts))
    }
    rows.push({ name: script.name, predicted, read })
  }
  const agreeing = rows.filter(({ predicted, read }) => orderOf(predicted) === orderOf(read)).length
  return {
    title,
    notes: [
      `The first ${TURNS} turns of conversations from real notes; answers are those of the conversations. A small Llama of random weights, whose tokens are bytes, so it counts about four times as many as the forecast.`,
      'In brackets, the share of what the last-message layout reads: by the forecast, and really.',
    ],
    tables: [
      {
        title: 'Forecast (estimated tokens) | really read (bytes)',
        columns: ['conversation', ...WAYS.flatMap((way) => [`${way}: forecast`, 'read'])],
        rows: rows.map(({ name, predicted, read }) => [
          name,
          ...WAYS.flatMap((way) => [shareOf(predicted, way), shareOf(read, way)]),
        ]),
      },
    ],
    goals: [
      {
        name: 'The order of the layouts is that of the forecast',
        target: `in all ${rows.length}`,
        measured: `in ${agreeing} of ${rows.length}`,
        met: agreeing === rows.length,
      },
    ],
  }
}

interface Outcome {
  readonly name: string
  readonly predicted: ReadonlyMap<Way, number>
  readonly read: ReadonlyMap<Way, number>
}

function shareOf(totals: ReadonlyMap<Way, number>, way: Way): string {
  const all = totals.get('last message') ?? 0
  const own = totals.get(way) ?? 0
  return `${own.toLocaleString('en')} (${Math.round((own / all) * 100)} %)`
}

/** `auto = ledger < last message`. */
function orderOf(totals: ReadonlyMap<Way, number>): string {
  const sorted = [...totals].toSorted(([, a], [, b]) => a - b)
  const groups: Way[][] = []
  let lowest = 0
  for (const [way, total] of sorted) {
    const last = groups.at(-1)
    if (last && total <= lowest * (1 + SAME)) last.push(way)
    else {
      groups.push([way])
      lowest = total
    }
  }
  return groups.map((group) => group.sort().join(' = ')).join(' < ')
}

interface Requests {
  readonly prompts: readonly Prompt[]
  /** Tokens that the forecast doesn't expect in memory. */
  readonly uncached: number
}

function requestsOf(script: Script, way: Way): Requests {
  if (way === 'last message') {
    const requests = buildInlineRequests(script)
    return {
      prompts: requests.map(({ blocks }) => promptOf(messagesOf({ blocks }), TOOLS)),
      uncached: sum(playInline(requests, PROFILE).map(({ usage }) => usage.input - usage.cached)),
    }
  }
  const plans: Plan[] = []
  const calls = playScript(script, {
    layout: way,
    profile: PROFILE,
    memo: createMemo(),
    readings: new Map(),
    usageOf: (plan) => {
      plans.push(plan)
      return plan.predicted
    },
  })
  return {
    prompts: plans.map((plan) => promptOf(messagesOf(plan), plan.tools)),
    uncached: sum(calls.map(({ usage }) => usage.input - usage.cached)),
  }
}

async function tokensRead(under: EngineUnderTest, chat: string, prompts: readonly Prompt[]): Promise<number> {
  const model = under.model('tiny', { context: CONTEXT })
  const generation = { stop: [], toolChoice: 'none', temperature: 0, maxTokens: 1 } as const
  const ask = async (prompt: Prompt): Promise<number> => {
    const request = { model, workspace: chat, chat, epoch: '1', prompt }
    let read = 0
    for await (const event of under.engine.answer(request, generation, new AbortController().signal))
      if (event.kind === 'done') read = event.promptTokens - event.cachedTokens
    return read
  }
  // What memory holds of the conversation before would count for this one.
  await ask(promptOf([{ role: 'user', parts: [{ kind: 'text', text: 'Something else.' }] }]))
  let read = 0
  for (const prompt of prompts) read += await ask(prompt)
  return read
}
