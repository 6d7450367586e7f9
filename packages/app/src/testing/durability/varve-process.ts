import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../../../cli/bin/varve.js', import.meta.url))

export interface VarveOptions {
  /** Its data folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Where it says what went wrong. */
  readonly onReport: (line: string) => void
}

/** A running Varve, reached over HTTP. */
export interface VarveProcess {
  /** Fails if the process has ended. */
  readonly call: (method: string, path: string, body?: unknown, key?: string) => Promise<Response>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts the program that users start. Undefined where it was killed before it could be reached. */
export async function startVarve(
  options: VarveOptions,
  killAfter?: number,
): Promise<VarveProcess | undefined> {
  const words = [PROGRAM, 'start', '--data', options.folder, '--port', '0', '--no-open']
  const child = spawn(process.execPath, words, { env: { ...process.env, ...options.environment } })
  child.stderr.on('data', (bytes: Buffer) => options.onReport(String(bytes)))
  const exited = once(child, 'exit')
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await exited
  }
  if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter)
  const url = await addressOf(child)
  if (url === undefined) {
    await exited
    return undefined
  }
  const call = await signIn(url).catch((error: unknown) => {
    // Killed while it let us in.
    if (isGone(error)) return undefined
    throw error
  })
  if (!call) {
    await exited
    return undefined
  }
  return {
    call,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The other side is not there, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')
}

async function signIn(url: string): Promise<VarveProcess['call']> {
  const { origin } = new URL(url)
  const entered = await fetch(url, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const key = entered.headers.get('location')?.split('#key=')[1] ?? ''
  const headers = { cookie, origin }
  const api = `${origin}/s/${key}/api`
  const listed = await fetch(`${api}/workspaces`, { headers })
  const { workspaces } = (await listed.json()) as {
    readonly workspaces: readonly { readonly id: string }[]
  }
  const [first] = workspaces
  return (method, path, body, requestKey) =>
    fetch(`${api}/workspaces/${first?.id}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestKey === undefined ? {} : { 'idempotency-key': requestKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

function addressOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      said += String(bytes)
      const found = /http:\/\/\S+token=\S+/.exec(said)
      if (found) resolve(found[0])
    })
    child.once('exit', () => resolve(undefined))
  })
}
