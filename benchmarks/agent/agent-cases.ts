import type { Material } from '../engine/floor/load-material.ts'
import type { Script, ScriptedCall, ScriptedStep, ScriptedTurn } from '../engine/floor/script.ts'
import { createScriptMaker, type ScriptMaker } from '../engine/floor/script-maker.ts'

/** A conversation with one long agent run in it and one turn after that. */
export interface AgentCase {
  /** How the run begins, and how the turn after it does. */
  readonly run: string
  readonly after: string
  readonly script: Script
  /** The turn of the run, counted from 1; the next one is the turn after it. */
  readonly runTurn: number
}

const STEPS = 20
/** Between the calls of an agent: a tool works for some seconds, the model writes for some. */
const STEP_SECONDS = 9
/** Longer than any provider keeps anything. */
const TWO_DAYS = 172_800
const MINUTE = 60

const BEGINNINGS: readonly {
  readonly name: string
  readonly gapSeconds: number
  readonly write: (maker: ScriptMaker) => readonly ScriptedTurn[]
}[] = [
  { name: 'cold: a new chat', gapSeconds: MINUTE, write: () => [] },
  { name: 'cold: two days later', gapSeconds: TWO_DAYS, write: talk },
  { name: 'cold: two days later, edited notes', gapSeconds: TWO_DAYS, write: talkOfEditedNotes },
  { name: 'warm: after some talk', gapSeconds: MINUTE, write: talk },
  { name: 'warm: after a run like it', gapSeconds: MINUTE, write: (maker) => [...talk(maker), run(maker)] },
]

const AFTERS: readonly { readonly name: string; readonly gapSeconds: number }[] = [
  { name: 'warm: a minute later', gapSeconds: MINUTE },
  { name: 'cold: two days later', gapSeconds: TWO_DAYS },
]

/** Every way to begin a run with every way to go on after it, from the same texts. */
export function writeAgentCases(material: Material): readonly AgentCase[] {
  return BEGINNINGS.flatMap((beginning) =>
    AFTERS.map((after) => {
      const maker = createScriptMaker(material, 2000)
      const before = beginning.write(maker)
      const turns = [
        ...before,
        { ...run(maker), gapSeconds: beginning.gapSeconds },
        maker.turn({ gapSeconds: after.gapSeconds }),
      ]
      const name = `${beginning.name}, then ${after.name}`
      return {
        run: beginning.name,
        after: after.name,
        script: { name, turns },
        runTurn: before.length + 1,
      }
    }),
  )
}

function talk(maker: ScriptMaker): readonly ScriptedTurn[] {
  return talkOf(maker, [maker.note('medium'), maker.note('small')])
}

/** An edit leaves something dead, so that once it is cold the notes move into the base: then an object would pay. */
function talkOfEditedNotes(maker: ScriptMaker): readonly ScriptedTurn[] {
  const first = maker.note('large')
  const others = [maker.note('large'), maker.note('medium')]
  const edited = maker.edit(first, 40)
  return [...talkOf(maker, [first, ...others]), maker.turn({ attach: [edited, ...others] })]
}

function talkOf(maker: ScriptMaker, attach: ScriptedTurn['attach']): readonly ScriptedTurn[] {
  return [maker.turn({ attach }), maker.turn({ attach }), maker.turn()]
}

/** Searches and readings; now and then two calls at once, and a word about what comes next. */
function run(maker: ScriptMaker): ScriptedTurn {
  const steps = Array.from({ length: STEPS }, (_, index): ScriptedStep => {
    const calls =
      index % 5 === 2 ? [maker.call(), reading(maker)] : [index % 3 === 1 ? reading(maker) : maker.call()]
    return {
      text: index % 4 === 0 ? 'I will look at what the notes say about this first.' : '',
      calls,
      gapSeconds: STEP_SECONDS,
    }
  })
  return maker.turn({ steps, gapSeconds: MINUTE })
}

function reading(maker: ScriptMaker): ScriptedCall {
  const { key, content } = maker.note('small')
  return { tool: 'readArtifact', arguments: JSON.stringify({ key }), result: content }
}
