import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningCommand, runLauncher } from './run-launcher.ts'

export interface RunningVarve {
  /** Signs one browser in, once. */
  readonly url: string
  /** The folder of the demo workspace, whose files may be changed. */
  readonly notes: string
  /** Ends the server and starts it again on the same data; without a port it has another address then. */
  readonly restart: (options?: RestartOptions) => Promise<RunningVarve>
  readonly hang: RunningCommand['hang']
  /** Ends the server and removes what it stored. */
  readonly stop: () => Promise<void>
}

export interface RestartOptions {
  readonly port?: string
  /** What happens while there is no server. */
  readonly meanwhile?: () => Promise<void>
}

const URL_PRINTED = /http:\/\/\S+(?=\s)/

/** Starts the product on a free port, with its data and settings in a folder of its own. */
export async function startVarve(
  environment: Readonly<Record<string, string>> = {},
  launcher?: string,
): Promise<RunningVarve> {
  return startOn({ data: mkdtempSync(join(tmpdir(), 'varve-walk-')), environment, port: '0', launcher })
}

interface StartOptions {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  readonly port: string
  readonly launcher: string | undefined
}

async function startOn({ data, environment, port, launcher }: StartOptions): Promise<RunningVarve> {
  const clean = () => rmSync(data, { recursive: true, force: true })
  try {
    const { printed, stop, hang } = await runLauncher({
      args: ['start', '--no-open', '--port', port, '--data', data],
      // A separate master key, not that of the user who runs the test.
      environment: { ...environment, XDG_CONFIG_HOME: join(data, 'config') },
      until: URL_PRINTED,
      launcher,
    })
    return {
      url: URL_PRINTED.exec(printed)?.[0] ?? '',
      notes: join(data, 'workspaces', 'demo'),
      hang,
      restart: async ({ port: wanted = '0', meanwhile } = {}) => {
        await stop()
        await meanwhile?.()
        return startOn({ data, environment, port: wanted, launcher })
      },
      stop: async () => {
        await stop()
        clean()
      },
    }
  } catch (error) {
    clean()
    throw error
  }
}
