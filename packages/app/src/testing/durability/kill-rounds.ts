import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { estimateTokenizer } from '@varve/engine'
import { startSimulator } from '@varve/lab/simulator'
import { verifyStore } from '@varve/store'
import { join } from 'node:path'
import { checkData, type DataCheck } from './check-data.ts'
import { Client } from './client.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { startVarve } from './varve-process.ts'

export interface KillRounds {
  /** Where the data goes. */
  readonly folder: string
  readonly kills: number
  readonly below: (limit: number) => number
  readonly onKill?: (done: number, ledger: Ledger) => void
}

export interface KillResult {
  readonly kills: number
  /** Of them, before the process could be reached. */
  readonly early: number
  readonly acknowledged: number
  readonly answers: number
  readonly lost: number
  readonly duplicated: number
  readonly damaged: number
  readonly torn: number
  readonly chatFiles: number
  /** States that had to be rebuilt. */
  readonly rebuilt: number
  readonly counts: ReadonlyMap<string, number>
  /** Of the whole database, after the last clean end. */
  readonly problems: readonly string[]
}

const CLIENTS = 4
const MODELS = ['offline', 'openai/gpt-5.6', 'anthropic/claude-sonnet-4-5']
/** One start in so many is killed before it has come up. */
const EARLY = 8
const LONGEST_LIFE = 1500

/** Starts Varve, lets several clients do everything at once, kills it at any moment, looks, and starts it again. */
export async function runKillRounds({ folder, kills, below, onKill }: KillRounds): Promise<KillResult> {
  mkdirSync(folder, { recursive: true })
  const simulator = await startSimulator({ clock: Date.now, tokenizer: estimateTokenizer(), keepRequests: 1 })
  const ledger = createLedger()
  let rebuilt = 0
  const options = {
    folder,
    environment: environmentFor(simulator.url, folder),
    onReport: (line: string) => (rebuilt += line.includes('is rebuilt') ? 1 : 0),
  }
  const clients = Array.from({ length: CLIENTS }, () => new Client({ ledger, below, models: MODELS }))
  const checks: DataCheck[] = []
  let early = 0
  try {
    for (let done = 0; done < kills; done += 1) {
      const varve = await startVarve(options, done > 0 && below(EARLY) === 0 ? 1 + below(800) : undefined)
      if (varve) {
        let isOver = false
        const running = Promise.all(clients.map((client) => client.run(varve, () => isOver)))
        const life = untilAcknowledged(ledger).then(() => delay(below(LONGEST_LIFE)))
        await Promise.race([life, running]).finally(varve.kill)
        isOver = true
        await running
      } else early += 1
      checks.push(checkData(folder, ledger))
      onKill?.(done + 1, ledger)
    }
    const last = (await startVarve(options)) ?? never()
    // What was open at the last kill is repeated under its key.
    let isOver = false
    const running = Promise.all(clients.map((client) => client.run(last, () => isOver)))
    await Promise.race([untilAcknowledged(ledger).then(() => delay(1000)), running])
    isOver = true
    await running.finally(last.stop)
    checks.push(checkData(folder, ledger))
    const { problems } = await verifyStore({ kind: 'sqlite', path: join(folder, 'varve.db') })
    return { kills, early, rebuilt, problems, ...summary(ledger, checks) }
  } finally {
    await simulator.close()
  }
}

const PATIENCE = 20_000

/** A start takes its time: what is killed before anything was acknowledged proves little. */
async function untilAcknowledged({ counts }: Ledger): Promise<void> {
  const all = (): number => [...counts.values()].reduce((sum, times) => sum + times, 0)
  const [before, start] = [all(), performance.now()]
  while (all() === before && performance.now() - start < PATIENCE) await delay(5)
}

function summary(ledger: Ledger, checks: readonly DataCheck[]) {
  const all = (of: (check: DataCheck) => readonly string[]): number => new Set(checks.flatMap(of)).size
  return {
    acknowledged: ledger.messages.size,
    answers: ledger.answers.size,
    lost: all(({ lost }) => lost),
    duplicated: all(({ duplicated }) => duplicated),
    damaged: checks.filter(({ integrity }) => integrity.length > 0).length,
    torn: checks.reduce((sum, { torn }) => sum + torn.length, 0),
    chatFiles: checks.at(-1)?.chatFiles ?? 0,
    counts: ledger.counts,
  }
}

function never(): never {
  throw new Error('Varve did not start.')
}

/** The simulator replaces the providers; the user's own settings are not read. */
function environmentFor(url: string, folder: string): Readonly<Record<string, string>> {
  return {
    VARVE_HOME: join(folder, 'home'),
    OPENAI_API_KEY: 'sk-openai-0123456789',
    ANTHROPIC_API_KEY: 'sk-ant-0123456789',
    OPENAI_BASE_URL: url,
    ANTHROPIC_BASE_URL: url,
  }
}
