import { type ReplayLayout, type ReplayModels, type ReplayProvider, REPLAY_PROVIDERS } from '@varve/lab'
import { floorByCall } from '../../engine/floor/compare-layouts.ts'
import { listFloorCalls } from '../../engine/floor/floor-calls.ts'
import { DATA_NAME, loadMaterial } from '../../engine/floor/load-material.ts'
import type { Script } from '../../engine/floor/script.ts'
import { TOKENIZER } from '../../engine/floor/setting.ts'
import { MANY_EDITS, writeScripts } from '../../engine/floor/write-scripts.ts'
import type { Section } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { readSession } from '../session/read-session.ts'
import { sessionScript } from '../session/session-script.ts'
import { benchModels } from './bench-models.ts'
import { countTrace } from './count-trace.ts'
import { judgeWire } from './judge-wire.ts'
import type { WireOutcome } from './wire-outcome.ts'
import { scriptTrace } from './script-trace.ts'
import { tabulateWire } from './tabulate-wire.ts'

const TITLE = 'Requests on the wire: caches as the simulator counts them'
const SESSION_TURNS = 16

/** The other layouts are measured on these alone, so that the bench stays short. */
const SAMPLED_SCRIPTS: readonly string[] = [
  'notes added now and then',
  'a note edited now and then',
  'tool results: agent with 1 to 4 steps a turn',
  'idle gaps past the lifetime',
  MANY_EDITS,
]

/** By layout and provider, through the exact bodies. */
export async function measureLayouts(): Promise<Section> {
  const material = loadMaterial()
  const session = readSession()
  if (!material || !session)
    return {
      title: TITLE,
      notes: [`Skipped: the texts that conversations are made of are not in ${DATA_NAME}.`],
      tables: [],
      goals: [],
    }
  const real = sessionScript(session.text, SESSION_TURNS)
  const scripts = [real, ...writeScripts(material)]
  const sample = new Set([real.name, ...SAMPLED_SCRIPTS])
  const outcomes: WireOutcome[] = []
  for (const provider of REPLAY_PROVIDERS) {
    const models = await benchModels(provider, TOKENIZER)
    for (const script of scripts) outcomes.push(await measureOne(script, models, 'auto'))
    for (const script of scripts.filter(({ name }) => sample.has(name)))
      for (const layout of ['ledger', 'library', 'inline'] as const)
        outcomes.push(await measureOne(script, models, layout))
  }
  return {
    title: TITLE,
    notes: [
      'Each conversation is a trace, replayed to the exact bodies; the simulator’s caches read every body by the provider’s rules. No window limits; one estimate of tokens for bodies and floor.',
      `\`auto\`: ${scripts.length - 1} conversations from real notes, and the first ${SESSION_TURNS} turns of the session above. The other layouts: a sample of ${sample.size} of them, the session included, beside \`auto\` on the same.`,
      'Share: tokens from cache of all tokens sent. Re-writes: tokens written, over the largest prompt of each conversation; where a provider stores all by itself, what was not from cache counts as written. Over floor: tokens not from cache, over what no layout can avoid [C-0].',
      'A ratio can fall below 1: in class `unit` (deepseek) an answer is stored as it is written, though the floor counts it once; near a minimum (gemini) the tags of a real request reach it sooner than raw text.',
      '`inline`: everything ever attached in the last message, tool traffic of earlier turns included.',
    ],
    tables: tabulateWire(outcomes, sample),
    goals: judgeWire(outcomes),
  }
}

async function measureOne(script: Script, models: ReplayModels, layout: ReplayLayout): Promise<WireOutcome> {
  const { trace, runner } = scriptTrace(script)
  const calls = await countTrace(trace, { models, layout, runner, tokenizer: TOKENIZER })
  const provider: ReplayProvider = models.provider
  const floorCalls = listFloorCalls(script)
  if (calls.length !== floorCalls.length)
    throw new Error(`${script.name}: ${calls.length} calls were planned, ${floorCalls.length} expected.`)
  const floor = sum(floorByCall(floorCalls, models.find(floorCalls[0]?.model).spec.profile))
  return { script: script.name, provider, layout, calls, floor }
}
