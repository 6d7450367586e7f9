import { spawnSync } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { CommandContext } from '../command-context.ts'
import { exitCode } from '../exit-code.ts'
import { createOutput } from '../output.ts'

export const VARVE = fileURLToPath(new URL('../../bin/varve.js', import.meta.url))

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The whole command in a process of its own: the launcher, the arguments, the streams, the exit code. */
export function runVarve(
  args: readonly string[],
  options: { readonly input?: string; readonly cwd?: string; readonly env?: object } = {},
): Run {
  const { env, ...rest } = options
  const { status, stdout, stderr } = spawnSync(process.execPath, [VARVE, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    ...rest,
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

/** A command in this process, on real streams: a second faster, and what it prints is the same. */
export async function runCommand(
  command: (context: CommandContext) => Promise<void>,
  input = '',
): Promise<Run> {
  const [stdout, stderr]: string[][] = [[], []]
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      stdout?.push(chunk.toString('utf8'))
      done()
    },
  })
  let status = 0
  const report = (line: string): void => {
    stderr?.push(`varve: ${line}\n`)
  }
  try {
    await command({
      input: Readable.from([Buffer.from(input)]),
      output: createOutput(stream),
      report,
      timer: () => performance.now(),
    })
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    status = exitCode(error)
  }
  return { status, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' }
}

/** The lines of JSON that a command printed. */
export function jsonLines({ stdout }: Run): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
