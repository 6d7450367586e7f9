import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRuntime } from '../find-runtime.ts'
import {
  LocalEngine,
  type LocalEngineOptions,
  type LocalEvent,
  type LocalModelFile,
  type LocalRequest,
  scratchName,
} from '../local-engine.ts'
import type { Generation, ReadResult } from '../process/messages.ts'
import type { Prompt, PromptMessage } from '../prompt/prompt.ts'
import { type RandomModelOptions, writeRandomModel } from './random-model.ts'

export const KEY = new Uint8Array(32).fill(7)
/** One word after the other, each the likeliest. */
export const PLAIN: Generation = { stop: [], toolChoice: 'auto', temperature: 0, maxTokens: 12 }

/** A folder with models of random weights and an engine over it: the real llama.cpp, and words without meaning. */
export class EngineUnderTest {
  readonly folder = mkdtempSync(join(tmpdir(), 'varve-local-'))
  engine: LocalEngine
  readonly #options: Partial<LocalEngineOptions>

  constructor(options: Partial<LocalEngineOptions> = {}) {
    this.#options = options
    this.engine = this.#open()
  }

  model(name = 'tiny', options: RandomModelOptions = {}): LocalModelFile {
    const path = join(this.folder, `${name}.gguf`)
    writeRandomModel(path, options)
    const context = options.context ?? 4096
    return { path, context, bytes: statSync(path).size, bytesPerToken: 256 }
  }

  stateFiles(): readonly string[] {
    return globSync(join(this.folder, 'states', '*', '*.state')).sort()
  }

  /** What is left of states in the clear. */
  scratchFiles(): readonly string[] {
    const own = `${scratchName(this.folder)}*`
    return globSync([join(this.folder, own, '*'), join('/dev/shm', own, '*')])
  }

  /** As if Varve had been started again. */
  async restart(): Promise<void> {
    await this.engine.close()
    this.engine = this.#open()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #open(): LocalEngine {
    return new LocalEngine({
      folder: this.folder,
      runtime: () => findRuntime(this.folder),
      settings: () => ({ threads: 1, idleMilliseconds: 600_000, stateLimit: 1e9 }),
      keyOf: async () => KEY,
      report: (message) => {
        throw new Error(message)
      },
      gpu: false,
      flashAttention: false,
      keepAfter: 600_000,
      ...this.#options,
    })
  }
}

export interface Answer extends ReadResult {
  readonly text: string
  readonly events: readonly LocalEvent[]
}

export async function ask(
  engine: LocalEngine,
  request: LocalRequest,
  generation: Partial<Generation> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Answer> {
  const events: LocalEvent[] = []
  for await (const event of engine.answer(request, { ...PLAIN, ...generation }, signal)) events.push(event)
  const done = events.at(-1)
  if (done?.kind !== 'done') throw new Error('The answer has no end.')
  const text = events.map((event) => (event.kind === 'text' ? event.delta : '')).join('')
  return { ...done, text, events }
}

export function say(role: PromptMessage['role'], ...parts: readonly string[]): PromptMessage {
  return { role, parts, calls: [] }
}

export const promptOf = (...messages: readonly PromptMessage[]): Prompt => ({ tools: [], messages })

/** Some hundreds of tokens, each time the same. */
export const LONG = 'Varves are layers of sediment that are laid down once a year. '.repeat(12)
