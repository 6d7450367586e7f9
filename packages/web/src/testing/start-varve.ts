import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLauncher } from './run-launcher.ts'

export interface RunningVarve {
  /** With the key of this run in it. */
  readonly url: string
  /** The folder of the demo workspace, whose files may be changed. */
  readonly notes: string
  /** Ends the server and removes what it stored. */
  readonly stop: () => Promise<void>
}

const URL_PRINTED = /http:\/\/\S+(?=\s)/

/** Starts the product on a free port, with its data in a folder of its own. */
export async function startVarve(environment: Readonly<Record<string, string>> = {}): Promise<RunningVarve> {
  const data = mkdtempSync(join(tmpdir(), 'varve-walk-'))
  const clean = () => rmSync(data, { recursive: true, force: true })
  try {
    const { printed, stop } = await runLauncher({
      args: ['start', '--no-open', '--port', '0', '--data', data],
      environment,
      until: URL_PRINTED,
    })
    const stopAndClean = async () => {
      await stop()
      clean()
    }
    return {
      url: URL_PRINTED.exec(printed)?.[0] ?? '',
      notes: join(data, 'workspaces', 'demo'),
      stop: stopAndClean,
    }
  } catch (error) {
    clean()
    throw error
  }
}
