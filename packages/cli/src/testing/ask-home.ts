import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenAppOptions } from '@varve/app'
import { type OpenedSimulator, openSimulator } from '@varve/lab'
import { appOptions, openCall, processIo } from '../call.ts'
import { argumentsOf, type Given, type Run, type RunCommand, varve } from './varve.ts'

/** A home with a folder of notes, and a simulator in place of the providers. */
export interface AskHome {
  readonly base: string
  readonly notes: string
  readonly env: Readonly<Record<string, string>>
  /** A command in this process. */
  readonly run: RunCommand
  /** `varve ask` in this process, on the notes unless another workspace is named. */
  readonly ask: (words: readonly string[], options?: Options, given?: Given) => Promise<Run>
  /** What the app is opened with on the same data. */
  readonly opening: OpenAppOptions
  readonly remove: () => Promise<void>
}

type Options = NonNullable<Parameters<typeof argumentsOf>[2]>

/** `scenarios` happen to the first calls, in order. */
export async function askHome(scenarios: readonly string[] = []): Promise<AskHome> {
  const base = mkdtempSync(join(tmpdir(), 'varve-ask-'))
  const notes = join(base, 'notes')
  for (const folder of [notes, join(base, 'vault')]) mkdirSync(folder)
  writeFileSync(join(notes, 'plan.md'), '# Plan\n\nThe launch is on 12 December at the lighthouse.\n')
  const simulator = await openSimulator({ port: 0, clock: Date.now, scenarios })
  if (typeof simulator === 'string') throw new Error(simulator)
  const env = { VARVE_HOME: join(base, 'data'), ...addresses(simulator) }
  const checkout = {
    version: '0',
    web: '',
    engine: '',
    demoVault: join(base, 'vault'),
    demoName: 'Demo',
  }
  const own = { env, home: base, cwd: base, checkout }
  return {
    base,
    notes,
    env,
    opening: appOptions(
      {},
      openCall({ ...processIo(), platform: 'linux', ...own }, { write: async () => true }),
    ),
    run: (command, words, options, given) =>
      varve(argumentsOf(command, words, options), { ...own, ...given }),
    ask: (words, options = {}, given = {}) =>
      varve(argumentsOf('ask', words, { workspace: notes, ...options }), { ...own, ...given }),
    remove: async () => {
      await simulator.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function addresses({ baseUrls }: OpenedSimulator): Readonly<Record<string, string>> {
  return {
    OPENAI_API_KEY: 'sk-openai-0123456789',
    OPENAI_BASE_URL: baseUrls.openai,
    ANTHROPIC_API_KEY: 'sk-ant-0123456789',
    ANTHROPIC_BASE_URL: baseUrls.anthropic,
    OLLAMA_HOST: '127.0.0.1:9',
  }
}
