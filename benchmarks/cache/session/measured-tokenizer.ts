import type { Tokenizer } from '@varve/engine'

/** Stands for a text that the session does not hold: system prompt and tool schemas. */
const FRONT = '[system prompt and tool schemas, '

/** Another number is another front: a client that writes the time into its system prompt changes it. */
export function frontText(version: number): string {
  return `${FRONT}version ${version}]`
}

/** An estimate times a factor, in which the unknown front counts as so many tokens. */
export function measuredTokenizer(
  base: Tokenizer,
  { factor, frontTokens }: { readonly factor: number; readonly frontTokens: number },
): Tokenizer {
  return {
    id: `${base.id} × ${factor.toFixed(3)}`,
    count: (text) => (text.startsWith(FRONT) ? frontTokens : Math.round(base.count(text) * factor)),
  }
}
