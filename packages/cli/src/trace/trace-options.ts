import type { readTrace, ReplayOptions, REPLAY_LAYOUTS, REPLAY_PROVIDERS } from '@varve/lab'
import type { Call } from '../call.ts'
import { parseCount, type Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput } from '../input.ts'

/**
 * What an option may be, spelled out here so that `--help` does not load the whole app for lists of names. The types
 * say that they are the app's own, whole and in order.
 */
export const PROVIDERS = [
  'openai',
  'openai-5.6',
  'anthropic',
  'gemini',
  'deepseek',
  'ollama',
] as const satisfies typeof REPLAY_PROVIDERS

const LAYOUTS = ['auto', 'ledger', 'library'] as const satisfies typeof REPLAY_LAYOUTS
const RUNNERS = ['agent', 'plus'] as const

/** The options that say for whom a trace is replayed. */
export interface TraceOptions {
  readonly provider: (typeof PROVIDERS)[number]
  readonly model?: string
  readonly oneModel?: boolean
  readonly layout: (typeof LAYOUTS)[number]
  readonly runner: (typeof RUNNERS)[number]
  readonly window?: number
}

export function withTraceOptions(verb: Verb) {
  return withRunner(
    verb
      .option('--provider <name>', 'whose request format and cache rules', {
        choices: PROVIDERS,
        default: 'openai-5.6',
      })
      .option('--model <name>', 'the model of turns that name none (default: the provider’s usual one)')
      .option('--one-model', 'use --model for every turn, whatever the trace says')
      .option('--layout <name>', 'how requests are laid out', { choices: LAYOUTS, default: 'auto' }),
  ).argument('<trace>', 'a JSON Lines file, or - for standard input')
}

export function withRunner<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return verb
    .option('--runner <name>', 'tool calls as messages (agent), or found before the call (plus)', {
      choices: RUNNERS,
      default: 'agent',
    })
    .option('--window <tokens>', 'the context window, instead of the model’s own', { parse: parseCount })
}

/** Loads the models that the options name. */
export async function loadReplayOptions(options: TraceOptions, call: Call): Promise<ReplayOptions> {
  const { provider, model, oneModel, layout, runner, window } = options
  const { loadReplayModels } = await import('@varve/lab')
  return {
    models: await loadReplayModels({
      provider,
      ...(window === undefined ? {} : { window }),
      ...configOf(call),
    }),
    layout,
    runner,
    ...(model === undefined ? {} : { model }),
    ...(oneModel === undefined ? {} : { oneModel }),
  }
}

/** Where models of the user's own are read from, and what reports what is wrong with them. */
export function configOf({ paths, report }: Call) {
  return { config: { path: paths.config, report } }
}

/** A trace of a file, or of the standard input for `-`; one without a turn is refused. */
export async function readTraceFile(file: string, call: Call): Promise<ReturnType<typeof readTrace>> {
  const app = await import('@varve/lab')
  const trace = app.readTrace(await readInput(file, call))
  if (trace.turns.length === 0 && !trace.malformed)
    throw new CliError('input-malformed', `${file} is empty: it holds no turn.`)
  return trace
}
