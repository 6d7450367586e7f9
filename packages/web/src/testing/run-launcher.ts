import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface RunningCommand {
  /** What the command printed up to the end of what was waited for. */
  readonly printed: string
  readonly stop: () => Promise<void>
  /** Suspends it: it keeps its connections and does nothing. Returns a function that resumes it. Not on Windows. */
  readonly hang: () => () => void
}

export interface LaunchOptions {
  readonly args: readonly string[]
  /** Added to this process's own environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** The command is ready when its output matches this. */
  readonly until: RegExp
  /** That of another checkout. */
  readonly launcher?: string | undefined
}

const LAUNCHER = fileURLToPath(new URL('../../../cli/bin/varve.js', import.meta.url))

/** Runs a command of the product as a user does, until it is ready. */
export async function runLauncher({
  args,
  environment,
  until,
  launcher = LAUNCHER,
}: LaunchOptions): Promise<RunningCommand> {
  const command = spawn(process.execPath, [launcher, ...args], { env: { ...process.env, ...environment } })
  const ended = new Promise<void>((resolve) => command.on('close', () => resolve()))
  const stop = async () => {
    command.kill('SIGTERM')
    await ended
  }
  const printed = await new Promise<string>((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      if (until.test(text)) resolve(text)
    }
    command.stdout.on('data', read)
    command.stderr.on('data', read)
    command.on('error', reject)
    command.on('close', () => reject(new Error(`varve ${args[0] ?? ''} ended before it was ready:\n${text}`)))
  })
  const hang = () => {
    // On an older Node it runs in a child of its launcher.
    const pids = [command.pid ?? 0, ...childrenOf(command.pid ?? 0)]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
  }
  return { printed, stop, hang }
}

function childrenOf(parent: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
  return rows.flatMap((row) => {
    const [pid = 0, above] = row.trim().split(/\s+/).map(Number)
    return above === parent ? [pid] : []
  })
}
