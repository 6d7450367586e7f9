import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateTokenizer } from '@varve/engine'
import { type Simulator, type SimulatorOptions, startSimulator } from '@varve/lab/simulator'
import { onTestFinished } from 'vitest'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, type TemporaryOptions, WORKSPACE } from './temporary-app.ts'

export interface SimulatedApp extends TemporaryApp {
  readonly simulator: Simulator
  readonly chatId: string
  /** Reports while the providers were set up. */
  readonly faults: readonly string[]
}

export interface SimulatedOptions {
  readonly simulator?: Partial<SimulatorOptions>
  readonly providers?: Partial<ProviderSurroundings>
  /** One clock for the app and its providers. */
  readonly now?: () => number
  readonly fetchPage?: TemporaryOptions['fetchPage']
  readonly webSearch?: TemporaryOptions['webSearch']
  readonly openFolder?: TemporaryOptions['openFolder']
  readonly checkRequests?: TemporaryOptions['checkRequests']
  /** Models from the user's file. */
  readonly models?: readonly unknown[]
}

/** A port on which nothing listens. */
export const NO_PORT = 9

export const KEYS = {
  OPENAI_API_KEY: 'sk-openai-0123456789',
  ANTHROPIC_API_KEY: 'sk-ant-0123456789',
  GEMINI_API_KEY: 'AIza-gemini-0123456789',
  DEEPSEEK_API_KEY: 'sk-deepseek-0123456789',
} as const

/** A real app whose providers are the simulator, over HTTP, with a note that is large enough to be cached. */
export async function simulatedApp(options: SimulatedOptions = {}): Promise<SimulatedApp> {
  const { now } = options
  const clock = now ?? ((): number => Date.UTC(2026, 0, 1))
  const simulator = await startSimulator({ clock, tokenizer: estimateTokenizer(), ...options.simulator })
  const faults: string[] = []
  const { environment, ...others } = options.providers ?? {}
  const config = options.models && writeConfig(options.models)
  const providers = await loadProviders(
    {
      environment: { ...KEYS, ...simulatedAddresses(simulator.url), ...environment },
      localPorts: { 'lm-studio': NO_PORT, 'llama-server': NO_PORT },
      // It is there: a busy machine only needs longer.
      localPatienceMilliseconds: 30_000,
      config,
      ...others,
    },
    (message) => faults.push(message),
  )
  const { fetchPage, webSearch, openFolder, checkRequests } = options
  const it = await temporaryApp([offlineChatModel()], {
    providers,
    clock: now,
    fetchPage,
    webSearch,
    openFolder,
    checkRequests,
  })
  // What these tests send is what they attach; find-passages.test.ts is about the rest.
  await it.store.commit([it.store.settings.set(WORKSPACE, 'passagesToCloud', 'never')])
  const lines = Array.from(
    { length: 400 },
    (_, index) => `${index}. The tide table says so at pier ${index}.`,
  )
  it.write('tides.md', `# Tides\n\n${lines.join('\n')}\n`)
  it.write('plan.md', '# Plan\n\nThe launch is on 12 December.\n')
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  return {
    ...it,
    simulator,
    chatId,
    faults,
    remove: async () => {
      await it.remove()
      await simulator.close()
    },
  }
}

function writeConfig(models: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ models }))
  return path
}

/** Settings that direct every provider to the simulator. */
function simulatedAddresses(url: string): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: url,
    ANTHROPIC_BASE_URL: url,
    GEMINI_BASE_URL: url,
    DEEPSEEK_BASE_URL: url,
    OLLAMA_HOST: url,
  }
}
