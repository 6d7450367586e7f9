import {
  type EmbedderChoice,
  type EmbeddingStatus,
  openBuiltInEmbedder,
  type OpenedEmbedder,
  questionText,
  type SearchRequest,
} from '@varve/workspace'
import type { IndexerCall, QuestionVector } from '../protocol/index-protocol.ts'
import type { IndexStatusKeeper } from './index-status-keeper.ts'
import type { ThreadCaller } from './thread-caller.ts'
import type { EmbeddedText, EmbeddingWork, TextToEmbed } from '../vectors/vector-table.ts'

export interface VectorKeeperParts {
  readonly indexer: Pick<ThreadCaller<IndexerCall>, 'call'>
  readonly status: IndexStatusKeeper
}

/** Texts that are stored together, and those that are embedded at once: a question waits for no more than these. */
const STORED = 16
const EMBEDDED = 2
const NOTHING_YET = { state: 'waiting', vectorsDone: 0, vectorsTotal: 0 } as const
/** A search that has waited so long for what its question means goes by words. */
const PATIENCE_MILLISECONDS = 3000

/**
 * The caller's side of embeddings: questions at once, passages in the background whenever the index is up to date.
 * One embedder does both, one text after another; what goes wrong with it is told by the status and stops no search.
 */
export class VectorKeeper {
  readonly #parts: VectorKeeperParts
  #embedder: OpenedEmbedder | undefined
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isWanted = false
  #questions = 0
  #asked: Promise<unknown> = Promise.resolve()

  constructor(parts: VectorKeeperParts) {
    this.#parts = parts
    parts.status.watch(() => this.#workOn())
  }

  /** Ends what is under way, and begins anew. */
  async use(choice: EmbedderChoice): Promise<void> {
    await this.close()
    this.#embedder = openEmbedder(choice)
    this.#parts.status.setEmbeddings(this.#embedder && { ...NOTHING_YET, embedder: this.#embedder.id })
    this.#isWanted = true
    this.#workOn()
  }

  /** What a question means; undefined where embeddings are off, or fail, or take too long. */
  async question(request: SearchRequest): Promise<QuestionVector | undefined> {
    const embedder = this.#embedder
    const text = questionText(request)
    if (embedder === undefined || text === '' || this.#status?.state === 'failed') return undefined
    this.#questions++
    const asked = embedder.embed([text])
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

  async close(): Promise<void> {
    const embedder = this.#embedder
    this.#embedder = undefined
    await embedder?.close()
    await this.#work
  }

  get #status(): EmbeddingStatus | undefined {
    return this.#parts.status.embeddings
  }

  /** Called at every change of status: after anything that the index did there may be new passages. */
  #workOn(): void {
    const { state } = this.#parts.status.progress
    const known = this.#status?.state
    if (this.#embedder === undefined || known === undefined || known === 'failed') return
    if (state !== 'ready') {
      this.#isWanted = true
      if (known !== 'waiting') this.#tell({ state: 'waiting' })
    }
    if (state !== 'ready' || !this.#isWanted || this.#isWorking) return
    this.#isWanted = false
    this.#isWorking = true
    this.#tell({ state: 'embedding' })
    const embedder = this.#embedder
    this.#work = this.#embedAll(embedder)
      .catch((error: unknown) => this.#fail(embedder, error))
      .finally(() => {
        this.#isWorking = false
        this.#workOn()
      })
  }

  async #embedAll(embedder: OpenedEmbedder): Promise<void> {
    for (;;) {
      if (!this.#isGoing(embedder)) {
        this.#isWanted = true
        return
      }
      const call = { kind: 'textsToEmbed', embedder: embedder.id, limit: STORED } as const
      const work = (await this.#parts.indexer.call(call)) as EmbeddingWork | undefined
      if (embedder !== this.#embedder) return
      // Another process keeps the index, and embeds for both.
      if (work === undefined) return this.#tell({ state: 'waiting' })
      const isWhole = work.texts.length === 0
      this.#tell({
        state: isWhole && this.#isGoing(embedder) ? 'ready' : 'embedding',
        vectorsDone: work.done,
        vectorsTotal: work.total,
      })
      if (isWhole) return
      const embedded = await this.#embed(embedder, work.texts)
      await this.#parts.indexer.call({ kind: 'storeVectors', embedder: embedder.id, embedded })
    }
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
    return embedder === this.#embedder && this.#parts.status.progress.state === 'ready'
  }

  #fail(embedder: OpenedEmbedder, error: unknown): void {
    // One that was closed or replaced meanwhile fails as it should.
    if (embedder !== this.#embedder) return
    const failure = error instanceof Error ? error.message : String(error)
    this.#tell({ state: 'failed', failure })
  }

  #tell(change: Partial<EmbeddingStatus>): void {
    if (this.#status) this.#parts.status.setEmbeddings({ ...this.#status, ...change })
  }
}

function openEmbedder(choice: EmbedderChoice): OpenedEmbedder | undefined {
  if (choice === 'off') return undefined
  return choice === 'built-in' ? openBuiltInEmbedder() : choice()
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
