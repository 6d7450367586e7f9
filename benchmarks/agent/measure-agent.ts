import { DATA_NAME, loadMaterial } from '../engine/floor/load-material.ts'
import type { Section } from '../report.ts'
import { writeAgentCases } from './agent-cases.ts'
import { measureObjectOnly, measurePlanned } from './measure-planned.ts'
import { measureWire } from './measure-wire.ts'
import { objectModel } from './object-rule.ts'
import { judgeAgent, tabulateAgent, tabulateRatios } from './tabulate-agent.ts'

const TITLE = 'An agent run of 20 steps and the turn after it: uncached tokens over the floor'

/** The run through `step`, by every profile's rules, and through exact bodies, as the simulator counts them. [C-0] */
export async function measureAgent(): Promise<Section> {
  const material = loadMaterial()
  if (!material)
    return {
      title: TITLE,
      notes: [`Skipped: the texts that conversations are made of are not in ${DATA_NAME}.`],
      tables: [],
      goals: [],
    }
  const cases = writeAgentCases(material)
  const planned = measurePlanned(cases, await objectModel())
  const wire = await measureWire(cases)
  return {
    title: TITLE,
    notes: [
      'Twenty steps of native calls, one in five with two at once, nine seconds apart; results go back as tool messages; then the answer: 21 calls. The turn after it is one more. Layout `auto`, no limit of the window.',
      'Columns “run” and “after”: tokens not from cache / the floor. The floor counts raw text once, when it is new to the model, and what the provider’s rules make unavoidable; tags and separators are not in it.',
      'A turn after a warm run is a few dozen tokens: where hits are rounded to 128 tokens (openai), its own ratio says where the rounding fell, so the goal is for both together.',
      'A ratio can fall below 1 where an answer is stored as it is written (deepseek), though the floor counts it when it first comes back.',
      '“gemini, objects on”: explicit objects are switched on, and the app’s own rule (models/cache-object.ts) says which calls name one and when one is made. Calls of a chat without tools may; calls with tools, as all of these are, rely on what Gemini keeps by itself.',
      'The last table is no goal, since the app makes no such call: it is why that rule is as it is. An object does not grow, so each step of a run that named one would pay again for all that stands after it.',
    ],
    tables: [
      ...tabulateAgent('Through the engine, usage as each profile’s rules predict it', planned),
      ...tabulateAgent('Exact bodies of each protocol, as the simulator’s caches count them', wire),
      tabulateRatios(
        'For information: if every call read an object of the base and nothing else',
        measureObjectOnly(cases),
      ),
    ],
    goals: [...judgeAgent('planned', planned), ...judgeAgent('bodies', wire)],
  }
}
