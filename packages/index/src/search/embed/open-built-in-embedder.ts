import { Worker } from 'node:worker_threads'
import { WorkspaceError } from '@varve/workspace/notes'

export interface OpenedEmbedder extends Embedder {
  readonly close: () => Promise<void>
}

/** The model reads the beginning of a text only; more would cost time for nothing. */
const LONGEST_TEXT = 4000
const DIMENSIONS = 512
/** Without a letter of it, a text has no meaning that an English model knows: all of them would be alike to it. */
const LATIN = /\p{sc=Latin}/u
/** Texts that the thread takes at once: between two such groups it can be closed. */
const GROUP = 8

/** The built-in small English model, in its own thread, loaded at first use and kept until closed. */
export function openBuiltInEmbedder(): OpenedEmbedder {
  let thread: EmbedderThread | undefined
  return {
    id: 'universal-sentence-encoder-lite-en-1',
    embed: async (texts) => {
      thread ??= new EmbedderThread()
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += GROUP) {
        const group = texts.slice(at, at + GROUP).map((text) => text.slice(0, LONGEST_TEXT))
        const known = group.filter((text) => LATIN.test(text))
        const own = known.length > 0 ? await thread.embed(known) : []
        const vectorOf = new Map(known.map((text, index) => [text, own[index]]))
        vectors.push(...group.map((text) => vectorOf.get(text) ?? new Float32Array(DIMENSIONS)))
      }
      return vectors
    },
    close: async () => {
      await thread?.close()
      thread = undefined
    },
  }
}

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void
  readonly reject: (error: WorkspaceError) => void
}

class EmbedderThread {
  readonly #worker = new Worker(new URL('./embedder-thread.ts', import.meta.url), {
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  })
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0

  constructor() {
    // The library prints advice about faster backends.
    this.#worker.stdout.resume()
    this.#worker.stderr.resume()
    this.#worker.on('message', (answer: EmbedAnswer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#failAll(error instanceof Error ? error.message : String(error)))
    this.#worker.on('exit', (code) => this.#failAll(`the thread ended with ${code}`))
  }

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const id = this.#calls++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#worker.postMessage({ id, texts } satisfies EmbedCall)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(answer: EmbedAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    switch (answer.kind) {
      case 'vectors':
        waiting?.resolve(answer.vectors)
        break
      case 'failed':
        waiting?.reject(unavailable(answer.message))
        break
      default:
        answer satisfies never
    }
  }

  #failAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(unavailable(reason))
    this.#waiting.clear()
  }
}

function unavailable(reason: string): WorkspaceError {
  return new WorkspaceError(
    'embedder-unavailable',
    '',
    `The built-in model of embeddings cannot be used: ${reason}`,
  )
}

/** Turns texts into vectors that are close for texts of similar meaning. */
export interface Embedder {
  /** Names model and version: vectors of different ids are never compared. */
  readonly id: string
  /** One vector of length 1 for each text, in order. Some models take a question in another form than a passage. */
  readonly embed: (
    texts: readonly string[],
    kind?: 'passage' | 'question',
  ) => Promise<readonly Float32Array[]>
}

export interface EmbedCall {
  readonly id: number
  readonly texts: readonly string[]
}

export type EmbedAnswer =
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
