import type { Tokenizer } from '@varve/engine'

/** Characters whose counts are kept: several long conversations, or a message of the largest size in both of its forms. */
const KEPT_CHARACTERS = 32_000_000

/** A tokenizer that can be given counts that were made before, in a thread. */
export interface RememberingTokenizer extends Tokenizer {
  readonly knows: (text: string) => boolean
  readonly remember: (text: string, count: number) => void
}

/**
 * A tokenizer that counts a text once. The same texts are counted again for each forecast, and that is most
 * of its time; what was used longest ago goes first.
 */
export function rememberCounts(tokenizer: Tokenizer, keptCharacters = KEPT_CHARACTERS): RememberingTokenizer {
  const counts = new Map<string, number>()
  let characters = 0
  const forget = (): void => {
    for (const text of counts.keys()) {
      if (characters <= keptCharacters) return
      counts.delete(text)
      characters -= text.length
    }
  }
  const remember = (text: string, count: number): void => {
    if (!counts.delete(text)) characters += text.length
    counts.set(text, count)
    forget()
  }
  return {
    id: tokenizer.id,
    knows: (text) => counts.has(text),
    remember,
    count: (text) => {
      const count = counts.get(text) ?? tokenizer.count(text)
      remember(text, count)
      return count
    },
  }
}
