/** A pattern as a tree; `accepts` takes code points. */
export type PatternNode =
  | { readonly kind: 'set'; readonly accepts: Accepts; readonly literal?: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max?: number }
  | { readonly kind: 'edge'; readonly edge: Edge }

export type Accepts = (code: number) => boolean

/** A place between two characters: of the text, of a word, or within or outside of words. */
export type Edge = 'start' | 'end' | 'word' | 'no-word'

export const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)

/** One character, also in its other case where that is asked for. */
export function literalNode(character: string, ignoreCase: boolean): PatternNode {
  const code = character.codePointAt(0) ?? -1
  return { kind: 'set', accepts: withCase((each) => each === code, ignoreCase), literal: character }
}

/** A test that takes a character when it takes it in either case. */
export function withCase(accepts: Accepts, ignoreCase: boolean): Accepts {
  if (!ignoreCase) return accepts
  return (code) => {
    if (accepts(code)) return true
    if (code < 128) {
      const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
      return isLetter && accepts(code ^ 32)
    }
    const character = String.fromCodePoint(code)
    return [character.toLowerCase(), character.toUpperCase()].some(
      (other) => Array.from(other).length === 1 && accepts(other.codePointAt(0) ?? -1),
    )
  }
}
