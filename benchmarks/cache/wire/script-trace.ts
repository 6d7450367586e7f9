import type { Artifact } from '@varve/engine'
import { readTrace, type ReplayRunner, type TraceText } from '@varve/lab'
import type { Script, ScriptedCall, ScriptedTurn } from '../../engine/floor/script.ts'
import { SECTIONS, START, TOOLS } from '../../engine/floor/setting.ts'

/** A scripted conversation as a trace, read back from its bytes like any other. */
export interface ScriptTrace {
  readonly trace: TraceText
  readonly runner: ReplayRunner
}

/** Writes a conversation down as `varve replay` reads it. */
export function scriptTrace(script: Script): ScriptTrace {
  let at = START
  const known = new Set<string>()
  const lines = script.turns.map((turn, index) => {
    at += turn.gapSeconds * 1000
    const line = JSON.stringify({
      conversation: script.name,
      turn: index + 1,
      at: new Date(at).toISOString(),
      ...(index === 0 ? firstSettings() : {}),
      model: turn.model,
      attach: turn.attach.map((artifact) => attachmentOf(artifact, known)),
      tools: toolsOf(turn, at),
      user: turn.text,
      assistant: turn.answer,
    })
    at = stepTimes(turn, at).at(-1) ?? at
    return line
  })
  const trace = readTrace(Buffer.from(lines.join('\n')))
  if (trace.malformed) throw new Error(`${script.name}: ${trace.malformed.reason}`)
  return { trace, runner: script.turns.some(({ gathered }) => gathered.length > 0) ? 'plus' : 'agent' }
}

function firstSettings(): object {
  const text = (id: string): string => SECTIONS.find((section) => section.id === id)?.text ?? ''
  return { system: text('contract'), memory: text('memory'), toolDefs: TOOLS }
}

/** Content that was given before is left out, as a client that keeps a chip attached would do. */
function attachmentOf({ kind, source, content, contentHash }: Artifact, known: Set<string>): object {
  const name = JSON.stringify([kind, source, contentHash])
  const isKnown = known.has(name) && kind !== 'note'
  known.add(name)
  return { kind, ...source, ...(isKnown ? {} : { content }) }
}

function stepTimes({ steps }: ScriptedTurn, asked: number): readonly number[] {
  let at = asked
  return steps.map(({ gapSeconds = 0 }) => {
    at += gapSeconds * 1000
    return at
  })
}

function toolsOf(turn: ScriptedTurn, asked: number): readonly object[] {
  const { steps, gathered } = turn
  const times = stepTimes(turn, asked)
  const called = ({ tool, arguments: args, result }: ScriptedCall): object => ({
    name: tool,
    args: JSON.parse(args) as unknown,
    result,
  })
  return [
    ...gathered.map(called),
    ...steps.flatMap(({ text, calls }, step) =>
      calls.map((call) => ({ ...called(call), step, text, at: times[step] })),
    ),
  ]
}
