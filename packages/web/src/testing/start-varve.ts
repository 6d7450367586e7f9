import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface RunningVarve {
  /** With the key of this run in it. */
  readonly url: string
  /** Ends the server and removes what it stored. */
  readonly stop: () => Promise<void>
}

const LAUNCHER = fileURLToPath(new URL('../../../cli/bin/varve.js', import.meta.url))

/** Starts the product as a user does, on a free port, with its data in a folder of its own. */
export async function startVarve(): Promise<RunningVarve> {
  const data = mkdtempSync(join(tmpdir(), 'varve-walk-'))
  const server = spawn(process.execPath, [LAUNCHER, 'start', '--no-open', '--port', '0', '--data', data])
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  try {
    return { url: await printedUrl(server), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function printedUrl(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (text: Buffer) => {
      printed += text.toString()
      const url = /http:\/\/\S+\s/.exec(printed)?.[0]
      if (url) resolve(url.trim())
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.on('error', reject)
    server.on('close', () => reject(new Error(`Varve ended before it printed an address:\n${printed}`)))
  })
}
