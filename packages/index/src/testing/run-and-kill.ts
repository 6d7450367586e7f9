import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Progress marks that a child prints, one per line. */
export type RunMark = 'begin' | 'writing' | 'done'

export interface Kill {
  readonly after: Exclude<RunMark, 'done'>
  readonly milliseconds: number
}

/** How long a run takes from a mark to its end. */
export type RunTimes = Readonly<Record<Kill['after'], number>>

/** Runs a child and kills it. Gives the times of a run that was done before, and undefined where it was killed at work. */
export async function runAndKill(command: readonly string[], kill?: Kill): Promise<RunTimes | undefined> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const marks = new Map<string, number>()
  let said = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    const lines = (said + text).split('\n')
    said = lines.pop() ?? ''
    for (const mark of lines) {
      if (marks.has(mark)) continue
      marks.set(mark, performance.now())
      if (mark === kill?.after) setTimeout(() => child.kill('SIGKILL'), kill.milliseconds)
    }
  })
  const [code, signal] = await once(child, 'close')
  const done = marks.get('done')
  const sinceDone = (mark: RunMark): number => (done ?? 0) - (marks.get(mark) ?? 0)
  if (done !== undefined) return { begin: sinceDone('begin'), writing: sinceDone('writing') }
  if (signal !== 'SIGKILL') throw new Error(`The child ended by itself (${String(code)}).`)
  return undefined
}
