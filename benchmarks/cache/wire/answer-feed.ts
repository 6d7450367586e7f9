import type { BankReading, CacheBank } from '@varve/lab/simulator'

type Blocks = ReturnType<CacheBank['blocks']>

interface Asked {
  readonly blocks: Blocks
  readonly at: number
  readonly reading: BankReading
}

/**
 * Tells the caches what was answered. A trace is no live stream, so an answer is known when the next request
 * to the same model repeats it: what stands on the model's side right after the earlier request.
 */
export class AnswerFeed {
  readonly #asked = new Map<string, Asked>()

  remember(model: string, asked: Asked): void {
    this.#asked.set(model, asked)
  }

  /** Called with the next request, before that is looked up. */
  answer(model: string, blocks: Blocks): void {
    const asked = this.#asked.get(model)
    if (!asked || !beginsWith(blocks, asked.blocks)) return
    const after = blocks.slice(asked.blocks.length)
    const end = after.findIndex(({ role }) => role !== 'assistant' && role !== 'model')
    asked.reading.addAnswer(end < 0 ? after : after.slice(0, end), asked.at)
  }
}

function beginsWith(blocks: Blocks, start: Blocks): boolean {
  return start.every(({ role, kind, text }, index) => {
    const own = blocks[index]
    return own?.role === role && own.kind === kind && own.text === text
  })
}
