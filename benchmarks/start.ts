import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Bench } from './report.ts'
import { median, round } from './statistics.ts'

const RUNS = 5
const GOAL_RATIO = 0.5
const GOAL_MILLISECONDS = 3000

/** What a user waits for who starts Varve for the first time: until the page is there, here and in another checkout. */
export const startBench: Bench = {
  name: 'start',
  summary: 'time to the first page of varve start on a new data folder; --against=<checkout> compares',
  flags: ['--against='],
  run: async (flags) => {
    const against = flags.find((flag) => flag.startsWith('--against='))?.slice('--against='.length)
    const checkouts = ['.', ...(against === undefined ? [] : [against])]
    // The page is built, and what can be bundled and compiled in advance is.
    for (const checkout of checkouts) {
      bundleOf(checkout)
      await start(checkout)
    }
    const times = checkouts.map((): number[] => [])
    for (let run = 0; run < RUNS; run += 1)
      for (const [index, checkout] of checkouts.entries()) times[index]?.push(await start(checkout))
    const [here = 0, there] = times.map(median)
    const ratio = there === undefined ? undefined : round(here / there, 2)
    return {
      command: `npm run bench -- ${['start', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [
        {
          title: 'A start',
          notes: [
            `From the command to the whole first page, on a new data folder, with the page built: ${RUNS} starts each, in turns, the median of them.`,
          ],
          tables: [
            {
              title: 'Until the first page',
              columns: ['here ms', ...(there === undefined ? [] : ['there ms', 'here / there'])],
              rows: [[Math.round(here), ...(there === undefined ? [] : [Math.round(there), ratio ?? 0])]],
            },
          ],
          goals: [
            {
              name: 'time to the first page',
              target: `< ${GOAL_MILLISECONDS} ms`,
              measured: `${Math.round(here)} ms`,
              met: here < GOAL_MILLISECONDS,
            },
            ...(ratio === undefined
              ? []
              : [
                  {
                    name: 'against the other checkout',
                    target: `≤ ${GOAL_RATIO}`,
                    measured: String(ratio),
                    met: ratio <= GOAL_RATIO,
                  },
                ]),
          ],
        },
      ],
    }
  },
}

/** As `npm start` leaves it behind for the next one. */
function bundleOf(checkout: string): void {
  const script = resolve(checkout, 'scripts/bundle-varve.ts')
  if (existsSync(script)) spawnSync(process.execPath, [script], { stdio: 'inherit' })
}

/** Milliseconds until a new Varve of this checkout has given its page. Compiled code lies outside of its data. */
async function start(checkout: string): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'varve-start-bench-'))
  const env = { ...process.env, VARVE_HOME: home, NODE_COMPILE_CACHE: join(tmpdir(), 'varve-start-compiled') }
  const varve = resolve(checkout, 'packages/cli/bin/varve.js')
  const began = performance.now()
  const child = spawn(process.execPath, [varve, 'start', '--no-open', '--port', '0'], { env })
  const ended = once(child, 'exit')
  try {
    const url = await addressIn(child.stdout)
    const signedIn = await fetch(url, { redirect: 'manual' })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = await fetch(new URL('/', url), { headers: { cookie } })
    if (!(await page.text()).includes('<title>')) throw new Error(`${checkout} gave no page.`)
    return performance.now() - began
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += String(piece)
    const url = /http:\/\/\S+token=\S+/.exec(text)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`Varve did not start: ${text}`)
}
