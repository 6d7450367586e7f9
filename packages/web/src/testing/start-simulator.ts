import { runLauncher } from './run-launcher.ts'

export interface RunningSimulator {
  /** What to set as base address, by provider. */
  readonly baseUrls: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** Starts the simulator of all providers; `scenarios`, if any, happen to its first calls, in order. */
export async function startSimulator(scenarios: readonly string[]): Promise<RunningSimulator> {
  const { printed, stop } = await runLauncher({
    // The option takes at least one name.
    args: [
      'simulate',
      '--port',
      '0',
      '--json',
      ...(scenarios.length > 0 ? ['--scenario', ...scenarios] : []),
    ],
    // An error is printed as an object, too: that is no simulator that runs.
    until: /\{"openai":.*\}\s/,
  })
  const baseUrls = JSON.parse(/\{.*\}/.exec(printed)?.[0] ?? '{}') as Readonly<Record<string, string>>
  return { baseUrls, stop }
}
