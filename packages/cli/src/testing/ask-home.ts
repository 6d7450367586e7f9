import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedSimulator, openSimulator } from '@varve/app'
import { askCommand, type AskOptions } from '../ask/ask-command.ts'
import type { AskContext } from '../ask/ask-context.ts'
import { findPaths } from '../paths.ts'
import { type Run, runCommand } from './run-varve.ts'

/** A home with a folder of notes, and a simulator in place of the providers. */
export interface AskHome {
  readonly base: string
  readonly notes: string
  readonly env: Readonly<Record<string, string>>
  /** A command in this process. */
  readonly run: (command: (context: AskContext) => Promise<void>, input?: string) => Promise<Run>
  /** `varve ask` in this process, on the notes unless another workspace is named. */
  readonly ask: (
    words: readonly string[],
    options?: AskOptions & { readonly input?: string },
    more?: Partial<AskContext>,
  ) => Promise<Run>
  readonly remove: () => Promise<void>
}

/** `scenarios` happen to the first calls, in order. */
export async function askHome(scenarios: readonly string[] = []): Promise<AskHome> {
  const base = mkdtempSync(join(tmpdir(), 'varve-ask-'))
  const notes = join(base, 'notes')
  for (const folder of [notes, join(base, 'vault')]) mkdirSync(folder)
  writeFileSync(join(notes, 'plan.md'), '# Plan\n\nThe launch is on 12 December at the lighthouse.\n')
  const simulator = await openSimulator({ port: 0, clock: Date.now, scenarios })
  if (typeof simulator === 'string') throw new Error(simulator)
  const env = { VARVE_HOME: join(base, 'data'), ...addresses(simulator) }
  const surroundings = { env, home: base, platform: 'linux' } as const
  const checkout = {
    version: '0',
    web: '',
    engine: '',
    demoVault: join(base, 'vault'),
    demoName: 'Demo',
  }
  const own = {
    surroundings,
    checkout,
    cwd: base,
    isTTY: false,
    isTyped: false,
    isPipe: true,
    isScreen: false,
    paths: findPaths(surroundings),
    write: () => undefined,
    stopped: () => new Promise<void>(() => undefined),
  }
  const run: AskHome['run'] = (command, input) =>
    runCommand((context) => command({ ...context, ...own }), input)
  return {
    base,
    notes,
    env,
    run,
    ask: (words, { input = '', ...options } = {}, more = {}) =>
      run((context) => askCommand(words, { workspace: notes, ...options }, { ...context, ...more }), input),
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
