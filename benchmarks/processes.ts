import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process that has said where it listens, and says on demand how much processor time it has used. */
export interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly key: string
  readonly exited: Promise<unknown>
}

export async function startProcess(file: string, args: readonly string[]): Promise<Started> {
  const child = fork(file, args)
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`${file} ended before it listened.`)
  })
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number; key?: string }]
  failed.catch(() => undefined)
  return { child, port: message.port, key: message.key ?? '', exited }
}

interface Usage {
  /** Microseconds. */
  readonly processor: number
  /** Milliseconds. */
  readonly at: number
}

export async function usage(child: ChildProcess): Promise<Usage> {
  const answered = once(child, 'message') as Promise<[Usage]>
  child.send('usage')
  return (await answered)[0]
}
