import { runLauncher } from './run-launcher.ts'

export interface RunningSimulator {
  /** What to set as base address, by provider. */
  readonly baseUrls: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** Starts the simulator of all providers; `scenarios` happen to its first calls, in order. */
export async function startSimulator(scenarios: readonly string[]): Promise<RunningSimulator> {
  const { printed, stop } = await runLauncher({
    args: ['simulate', '--port', '0', '--json', '--scenario', ...scenarios],
    until: /\{.*\}\s/,
  })
  const baseUrls = JSON.parse(/\{.*\}/.exec(printed)?.[0] ?? '{}') as Readonly<Record<string, string>>
  return { baseUrls, stop }
}
