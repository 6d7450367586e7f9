import type { Tokenizer } from '@varve/engine'

/** One token a character, so that a count can be read off a text. */
export const letters: Tokenizer = { id: 'letters', count: (text) => text.length }

/** A text of so many tokens that no other name gives. */
export function textOf(name: string, tokens: number): string {
  return name.padEnd(tokens, '.')
}
