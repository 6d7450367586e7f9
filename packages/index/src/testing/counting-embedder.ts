import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenedEmbedder } from '../search/embed/open-built-in-embedder.ts'

export interface CountingEmbedder {
  readonly embedder: () => OpenedEmbedder
  /** Every text of more than one word that it was given, questions of one word left out. */
  readonly texts: readonly string[]
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Vectors by how often each letter is in a text: real ones, and quick. */
export function countingEmbedder(id: string, milliseconds = 0): CountingEmbedder {
  const texts: string[] = []
  const embed = async (some: readonly string[]): Promise<readonly Float32Array[]> => {
    texts.push(...some.filter((text) => text.includes(' ')))
    await sleep(milliseconds * some.length)
    return some.map(lettersOf)
  }
  return {
    texts,
    embedder: () => ({ id, embed, close: () => Promise.resolve() }),
  }
}

function lettersOf(text: string): Float32Array {
  const vector = new Float32Array(LETTERS.length)
  for (const letter of text.toLowerCase()) {
    const at = LETTERS.indexOf(letter)
    if (at >= 0) vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
