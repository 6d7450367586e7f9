import { spawn, spawnSync } from 'node:child_process'
import { VARVE } from './varve.ts'

/** Python brings pseudo-terminals without anything to build. */
const SCRIPT = `
import fcntl, json, os, pty, select, struct, sys, termios, time
columns, steps, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
child, screen = pty.fork()
if child == 0:
    time.sleep(0.2)
    os.execvp(command[0], command)
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack('HHHH', 40, columns, 0, 0))
seen, mark, end = b'', 0, time.time() + 50
while time.time() < end:
    while steps and steps[0][0].encode() in seen[mark:]:
        words, keys = steps.pop(0)
        mark = seen.index(words.encode(), mark) + len(words)
        os.write(screen, keys.encode())
    ready, _, _ = select.select([screen], [], [], 0.2)
    if ready:
        try:
            piece = os.read(screen, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
if time.time() >= end:
    os.kill(child, 9)
status = os.waitpid(child, 0)[1]
print(json.dumps({'seen': seen.decode(errors='replace'), 'status': os.waitstatus_to_exitcode(status), 'left': len(steps)}))
`

export const HAS_PSEUDO_TERMINAL =
  process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty, termios']).status === 0

/** What to wait for, and what to type then. */
export type Step = readonly [words: string, keys: string]

export interface Watched {
  readonly seen: string
  readonly status: number
  /** Steps that never came. */
  readonly left: number
}

/** The whole command in a terminal of its own. */
export async function inTerminal(
  args: readonly string[],
  options: { readonly env: object; readonly columns?: number; readonly steps?: readonly Step[] },
): Promise<Watched> {
  const { env, columns = 80, steps = [] } = options
  const words = ['-c', SCRIPT, String(columns), JSON.stringify(steps), process.execPath, VARVE, ...args]
  const child = spawn('python3', words, { env: { ...process.env, TERM: 'xterm', ...env } })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await new Promise((resolve) => child.on('close', resolve))
  return JSON.parse(said) as Watched
}
