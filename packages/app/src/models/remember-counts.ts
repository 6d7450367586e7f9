import type { Tokenizer } from '@varve/engine'

/** Characters whose counts are kept: several long conversations. */
const KEPT_CHARACTERS = 16_000_000

/**
 * A tokenizer that counts a text once. The same texts are counted again for each forecast, and that is most
 * of its time; what was used longest ago goes first.
 */
export function rememberCounts(tokenizer: Tokenizer, keptCharacters = KEPT_CHARACTERS): Tokenizer {
  const counts = new Map<string, number>()
  let characters = 0
  const forget = (): void => {
    for (const text of counts.keys()) {
      if (characters <= keptCharacters) return
      counts.delete(text)
      characters -= text.length
    }
  }
  return {
    id: tokenizer.id,
    count: (text) => {
      const known = counts.get(text)
      if (known === undefined) characters += text.length
      else counts.delete(text)
      const count = known ?? tokenizer.count(text)
      counts.set(text, count)
      forget()
      return count
    },
  }
}
