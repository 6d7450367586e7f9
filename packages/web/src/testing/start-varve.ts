import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLauncher } from './run-launcher.ts'

export interface RunningVarve {
  /** With the key of this run in it. */
  readonly url: string
  /** The folder of the demo workspace, whose files may be changed. */
  readonly notes: string
  /** Ends the server and starts it again on the same data; it has another address then. */
  readonly restart: () => Promise<RunningVarve>
  /** Ends the server and removes what it stored. */
  readonly stop: () => Promise<void>
}

const URL_PRINTED = /http:\/\/\S+(?=\s)/

/** Starts the product on a free port, with its data and settings in a folder of its own. */
export async function startVarve(environment: Readonly<Record<string, string>> = {}): Promise<RunningVarve> {
  return startOn(mkdtempSync(join(tmpdir(), 'varve-walk-')), environment)
}

async function startOn(data: string, environment: Readonly<Record<string, string>>): Promise<RunningVarve> {
  const clean = () => rmSync(data, { recursive: true, force: true })
  try {
    const { printed, stop } = await runLauncher({
      args: ['start', '--no-open', '--port', '0', '--data', data],
      // The master key is a setting of a user; here it is not to be that of whoever runs this.
      environment: { ...environment, XDG_CONFIG_HOME: join(data, 'config') },
      until: URL_PRINTED,
    })
    return {
      url: URL_PRINTED.exec(printed)?.[0] ?? '',
      notes: join(data, 'workspaces', 'demo'),
      restart: async () => {
        await stop()
        return startOn(data, environment)
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
