import type { Section } from '../../report.ts'
import { compareLayouts } from './compare-layouts.ts'
import { judgeGoals } from './judge-goals.ts'
import { DATA_NAME, loadMaterial } from './load-material.ts'
import { tabulate } from './tabulate.ts'
import { writeScripts } from './write-scripts.ts'

const TITLE = 'Uncached tokens over the floor'

/** How close each layout comes to what a conversation cannot avoid. [C-0] */
export function measureFloor(): Section {
  const material = loadMaterial()
  if (!material)
    return {
      title: TITLE,
      notes: [`Skipped: the texts that conversations are made of are not in ${DATA_NAME}.`],
      tables: [],
      goals: [],
    }
  const outcomes = writeScripts(material).flatMap(compareLayouts)
  return {
    title: TITLE,
    notes: [
      'Conversations from real notes, questions and answers; usage as predicted by each provider’s documented rules, no provider is called.',
      'Ratio: uncached and written tokens of all calls, over the floor. The floor counts raw text the first time a model gets it (an answer when it first comes back, an edit as its changed passages), the rounding, the minimum, and the readable context again once the lifetime has lapsed. Tags, references and separators are not in it.',
      '`inline`: history as plain texts, all context in the last message; it drops the tool results of earlier turns, so it is no equal where tools are used.',
      'A ratio can fall below 1: in class `unit` (deepseek) an answer is stored as it is written, though the floor counts it once; near a minimum (gemini) the tags of a real request reach it sooner than raw text.',
      'Money is for input only. Ollama costs none; its columns of cost are in weighted tokens.',
    ],
    tables: tabulate(outcomes),
    goals: judgeGoals(outcomes),
  }
}
