import { convertPi } from './convert-pi.ts'
import { convertSweagent } from './convert-sweagent.ts'
import { convertTau } from './convert-tau.ts'
import type { ConversionResult } from './converted-turn.ts'

/** The agents whose sessions can be made into traces. */
export const SESSION_KINDS = ['pi', 'tau', 'sweagent'] as const

export type SessionKind = (typeof SESSION_KINDS)[number]

/** Makes a trace of an agent's session; `name` is what a run without an id of its own is called. */
export function convertSession(options: {
  readonly text: string
  readonly from: SessionKind
  readonly name: string
}): ConversionResult {
  const text = options.text.startsWith('\uFEFF') ? options.text.slice(1) : options.text
  switch (options.from) {
    case 'pi':
      return convertPi(text)
    case 'tau':
      return withJson(text, convertTau)
    case 'sweagent':
      return withJson(text, (value) => convertSweagent(value, options.name))
    default:
      return options.from satisfies never
  }
}

function withJson(text: string, convert: (value: unknown) => ConversionResult): ConversionResult {
  try {
    return convert(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'malformed', reason: `not JSON: ${error.message}` }
    throw error
  }
}
