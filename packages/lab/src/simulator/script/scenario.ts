/** A call that a scenario makes the model ask for; `arguments` is the JSON text of an object. */
export interface ScriptedCall {
  readonly tool: string
  readonly arguments: string
  readonly callId?: string
}

/** What happens to one request. */
export type Scenario =
  | {
      readonly kind: 'answer'
      /** Left out, the model answers like the offline model. */
      readonly text?: string
      readonly reasoning?: string
      /** `first-tool`: the first tool that the request defines, unless the request ends with a result. */
      readonly calls?: readonly ScriptedCall[] | 'first-tool'
      readonly finish?: ReplyFinish
      /** Characters in one piece of the stream. */
      readonly chunkCharacters?: number
      /** The pause before each piece of the stream, or before an answer in one piece. */
      readonly pauseMilliseconds?: number
      /** Where a stream breaks off, and how; an answer in one piece breaks off in its middle. */
      readonly broken?: { readonly afterFrames: number; readonly how: 'drop' | 'error' | 'silence' }
    }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly message?: string
      readonly retryAfterSeconds?: number
      /** Repeats the key of the request in the message, as some providers do. */
      readonly echoKey?: boolean
    }
  /** The connection is closed before the first byte of an answer. */
  | { readonly kind: 'drop' }
  /** Nothing is ever answered, not even the headers; the connection stays open. */
  | { readonly kind: 'silence' }

const LONG_TEXT = Array.from(
  { length: 400 },
  (_, index) => `This is sentence ${index + 1} of a long text.`,
).join(' ')

/** Scenarios that a header or a model name such as `sim-429` can ask for. */
export const NAMED_SCENARIOS = {
  answer: { kind: 'answer' },
  'tool-call': { kind: 'answer', calls: 'first-tool' },
  long: { kind: 'answer', text: LONG_TEXT },
  reasoning: {
    kind: 'answer',
    reasoning: 'The question is short, so the answer can be too.',
    text: 'Here is a short answer.',
  },
  think: { kind: 'answer', text: '<think>First a thought.</think>Then an answer.', chunkCharacters: 5 },
  length: { kind: 'answer', text: 'This answer ends in the mid', finish: 'length' },
  filtered: { kind: 'answer', text: 'This answer', finish: 'filtered' },
  slow: { kind: 'answer', text: LONG_TEXT, pauseMilliseconds: 100 },
  cut: { kind: 'answer', text: LONG_TEXT, broken: { afterFrames: 8, how: 'drop' } },
  'stream-error': { kind: 'answer', text: LONG_TEXT, broken: { afterFrames: 8, how: 'error' } },
  drop: { kind: 'drop' },
  silence: { kind: 'silence' },
  'stream-silence': { kind: 'answer', text: LONG_TEXT, broken: { afterFrames: 8, how: 'silence' } },
  '400': { kind: 'error', status: 400 },
  '401': { kind: 'error', status: 401 },
  '401-echo': { kind: 'error', status: 401, echoKey: true },
  '403': { kind: 'error', status: 403 },
  '404': { kind: 'error', status: 404 },
  '413': { kind: 'error', status: 413 },
  '429': { kind: 'error', status: 429, retryAfterSeconds: 1 },
  '500': { kind: 'error', status: 500 },
  '503': { kind: 'error', status: 503 },
  '529': { kind: 'error', status: 529 },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof NAMED_SCENARIOS

/** The header that asks for a scenario by name. */
export const SCENARIO_HEADER = 'x-varve-scenario'

/** The scenario of this name; a name that is not known is a mistake in a test, and is undefined. */
export function findScenario(name: string): Scenario | undefined {
  return Object.entries(NAMED_SCENARIOS).find(([known]) => known === name)?.[1]
}

/** The scenario that a model name asks for at its end: `sim-429`, `gpt-5.6-sim-cut`. */
export function scenarioOfModel(model: string): Scenario | undefined {
  const name = /(?:^|[-/])sim-([a-z0-9-]+)$/.exec(model)?.[1]
  return name === undefined ? undefined : findScenario(name)
}

/** What a simulated model says, before any protocol gives it a form. */
export interface Reply {
  readonly pieces: readonly ReplyPiece[]
  readonly finish: ReplyFinish
}

export type ReplyFinish = 'stop' | 'length' | 'tool-calls' | 'filtered'

export type ReplyPiece =
  | { readonly kind: 'reasoning'; readonly text: string; readonly opaque: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly tool: string
      /** JSON text of an object. */
      readonly arguments: string
    }
