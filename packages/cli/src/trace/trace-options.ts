import type { ReplayOptions, ReplayProvider } from '@varve/app'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { LAYOUT_CHOICES, PROVIDER_CHOICES } from './trace-choices.ts'

/** The options that say for whom a trace is replayed. */
export interface TraceOptions {
  readonly provider: ReplayProvider
  readonly model?: string
  readonly oneModel?: boolean
  readonly layout: (typeof LAYOUT_CHOICES)[number]
  readonly runner: 'agent' | 'plus'
  readonly window?: number
}

export function addTraceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--provider <name>', 'whose request and cache rules')
        .choices(PROVIDER_CHOICES)
        .default('openai-5.6'),
    )
    .option('--model <name>', 'for turns that name none; default: the provider’s usual one')
    .option('--one-model', 'use that model for every turn, whatever the trace says')
    .addOption(
      new Option('--layout <name>', 'how requests are laid out').choices(LAYOUT_CHOICES).default('auto'),
    )
    .addOption(runnerOption())
    .option('--window <tokens>', 'the context window, in place of the model’s own', parseCount)
}

export function runnerOption(): Option {
  return new Option('--runner <name>', 'tool calls as messages (agent), or found before the call (plus)')
    .choices(['agent', 'plus'])
    .default('agent')
}

/** Loads the models that the options name. */
export async function loadReplayOptions(
  options: TraceOptions,
  context: Pick<CommandContext, 'config' | 'report'>,
): Promise<ReplayOptions> {
  const { provider, model, oneModel, layout, runner, window } = options
  const { loadReplayModels } = await import('@varve/app')
  return {
    models: await loadReplayModels({
      provider,
      ...(window === undefined ? {} : { window }),
      ...configOf(context),
    }),
    layout,
    runner,
    ...(model === undefined ? {} : { model }),
    ...(oneModel === undefined ? {} : { oneModel }),
  }
}

/** Where models of the user's own are read from, and who hears what is wrong with them. */
export function configOf({ config, report }: Pick<CommandContext, 'config' | 'report'>) {
  return config === undefined ? {} : { config: { path: config, report } }
}

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above 0.')
}
