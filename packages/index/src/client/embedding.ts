import { openBuiltInEmbedder, type OpenedEmbedder } from '../search/embed/open-built-in-embedder.ts'
import type { EmbedderChoice, EmbeddingStatus, SearchRequest } from '../search/search-index.ts'
import type { QuestionVector } from '../protocol.ts'
import type { ThreadClient } from '../thread/calls.ts'
import type { Indexer } from '../writer/indexer.ts'
import type { EmbeddedText, TextToEmbed } from '../writer/vector-table.ts'
import { splitQuery } from '../search/query/split-query.ts'

export interface EmbeddingParts {
  readonly writer: Pick<ThreadClient<Indexer>, 'call'>
  /** Whether the index itself has nothing to do. */
  readonly isReady: () => boolean
  readonly status: () => EmbeddingStatus | undefined
  readonly setStatus: (status: EmbeddingStatus | undefined) => void
}

/** Texts that are stored together, and those that are embedded at once: a question waits for no more than these. */
const STORED = 16
const EMBEDDED = 2
/** A search that has waited so long for what its question means goes by words. */
const PATIENCE_MILLISECONDS = 3000

/**
 * Embeds questions immediately, and passages in the background whenever the index is up to date. One embedder
 * does both, one text at a time. Its errors appear in the status and stop no search.
 */
export class Embedding {
  readonly #parts: EmbeddingParts
  #embedder: OpenedEmbedder | undefined
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isWanted = false
  #questions = 0
  #asked: Promise<unknown> = Promise.resolve()

  constructor(parts: EmbeddingParts) {
    this.#parts = parts
  }

  /** Ends what is under way, and starts with another embedder or none. */
  async use(choice: EmbedderChoice): Promise<void> {
    await this.close()
    this.#embedder = choice === 'off' ? undefined : choice === 'built-in' ? openBuiltInEmbedder() : choice()
    this.#isWanted = true
    const status = { state: 'waiting', vectorsDone: 0, vectorsTotal: 0 } as const
    this.#parts.setStatus(this.#embedder && { ...status, embedder: this.#embedder.id })
  }

  /** The vector of a question; undefined if embeddings are off, fail or take too long. */
  async question(request: SearchRequest): Promise<QuestionVector | undefined> {
    const embedder = this.#embedder
    const text = questionText(request)
    if (embedder === undefined || text === '' || this.#parts.status()?.state === 'failed') return undefined
    this.#questions++
    const asked = embedder.embed([text], 'question')
    this.#asked = asked.catch(() => undefined)
    try {
      const vector = (await inTime(asked))?.[0]
      return vector && { embedder: embedder.id, vector }
    } catch (error) {
      this.#fail(embedder, error)
      return undefined
    } finally {
      this.#questions--
    }
  }

  /** Called at every change of status: after anything that the index did there may be new passages. */
  workOn(): void {
    const known = this.#parts.status()?.state
    const embedder = this.#embedder
    if (embedder === undefined || known === undefined || known === 'failed') return
    if (!this.#parts.isReady()) {
      this.#isWanted = true
      if (known !== 'waiting') this.#set({ state: 'waiting' })
      return
    }
    if (!this.#isWanted || this.#isWorking) return
    this.#isWanted = false
    this.#isWorking = true
    this.#set({ state: 'embedding' })
    this.#work = this.#embedAll(embedder)
      .catch((error: unknown) => this.#fail(embedder, error))
      .finally(() => {
        this.#isWorking = false
        this.workOn()
      })
  }

  async close(): Promise<void> {
    const embedder = this.#embedder
    this.#embedder = undefined
    await embedder?.close()
    await this.#work
  }

  async #embedAll(embedder: OpenedEmbedder): Promise<void> {
    while (this.#isGoing(embedder)) {
      const work = await this.#parts.writer.call('textsToEmbed', embedder.id, STORED)
      if (embedder !== this.#embedder) return
      // Another process keeps the index, and embeds for both.
      if (work === undefined) return this.#set({ state: 'waiting' })
      const isWhole = work.texts.length === 0
      this.#set({
        state: isWhole && this.#isGoing(embedder) ? 'ready' : 'embedding',
        vectorsDone: work.done,
        vectorsTotal: work.total,
      })
      if (isWhole) return
      const embedded = await this.#embed(embedder, work.texts)
      await this.#parts.writer.call('storeVectors', embedder.id, embedded)
    }
    this.#isWanted = true
  }

  /** Between any two texts a question goes first, and a pause stops the work; what is done by then is kept. */
  async #embed(embedder: OpenedEmbedder, texts: readonly TextToEmbed[]): Promise<readonly EmbeddedText[]> {
    const embedded: EmbeddedText[] = []
    for (let at = 0; at < texts.length && this.#isGoing(embedder); at += EMBEDDED) {
      while (this.#questions > 0) await this.#asked
      const some = texts.slice(at, at + EMBEDDED)
      const vectors = await embedder.embed(some.map(({ text }) => text))
      for (const [index, { hash }] of some.entries()) {
        const vector = vectors[index]
        if (vector) embedded.push({ hash, vector })
      }
    }
    return embedded
  }

  #isGoing(embedder: OpenedEmbedder): boolean {
    return embedder === this.#embedder && this.#parts.isReady()
  }

  #fail(embedder: OpenedEmbedder, error: unknown): void {
    // If the embedder was closed or replaced in the meantime, the call is meant to fail.
    if (embedder !== this.#embedder) return
    this.#set({ state: 'failed', failure: error instanceof Error ? error.message : String(error) })
  }

  #set(change: Partial<EmbeddingStatus>): void {
    const status = this.#parts.status()
    if (status) this.#parts.setStatus({ ...status, ...change })
  }
}

/** Undefined where it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), PATIENCE_MILLISECONDS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const LONGEST_TEXT = 1000

/** A request as a text to embed, without filters and excluded words; empty if it only filters. */
export function questionText({ text }: SearchRequest): string {
  return splitQuery(text.slice(0, LONGEST_TEXT))
    .flatMap((piece) => (piece.kind === 'field' || piece.negated ? [] : [piece.text]))
    .join(' ')
    .trim()
}
