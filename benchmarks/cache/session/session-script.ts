import { convertSession } from '@varve/lab'
import { stableJson } from '@varve/engine/internal'
import { FIRST_MODEL, type Script, type ScriptedStep } from '../../engine/floor/script.ts'

type Converted = Extract<ReturnType<typeof convertSession>, { kind: 'converted' }>
type ConvertedTurn = Converted['turns'][number]

/** The first turns of a real session in the form of the other conversations, with its own times. */
export function sessionScript(text: string, turns: number): Script {
  const converted = convertSession({ text, from: 'pi', name: 'session' })
  if (converted.kind === 'malformed') throw new Error(converted.reason)
  let last = 0
  const gapTo = (at: string | undefined): number => {
    const time = at === undefined ? last : Date.parse(at)
    const gap = last === 0 ? 0 : Math.max(0, time - last)
    last = Math.max(last, time)
    return gap / 1000
  }
  return {
    name: `a real agent session, its first ${turns} turns`,
    turns: converted.turns.slice(0, turns).map((turn) => ({
      text: turn.user,
      answer: turn.assistant ?? '',
      attach: [],
      gapSeconds: gapTo(turn.at),
      steps: stepsOf(turn, gapTo),
      gathered: [],
      model: FIRST_MODEL,
    })),
  }
}

function stepsOf(
  { tools = [] }: ConvertedTurn,
  gapTo: (at: string | undefined) => number,
): readonly ScriptedStep[] {
  return [...Map.groupBy(tools, ({ step }) => step).values()].map((calls) => ({
    text: calls[0]?.text ?? '',
    calls: calls.map(({ name, args, result }) => ({ tool: name, arguments: stableJson(args), result })),
    gapSeconds: gapTo(calls.at(-1)?.at),
  }))
}
