import type { JsonValue } from '@varve/engine'

/** What ends a comment in HTML or begins one in Obsidian, and characters that some programs break lines at or drop. */
const ESCAPED = /(?<=-)-|(?<=%)%|[\x7f-\x9f\u2028\u2029\ufeff]/g
/** Deeper values could not be written again. */
const DEEPEST = 100
const QUOTE = 34
const BACKSLASH = 92

/** JSON in one line that can stand in an HTML comment. */
export function printJsonLine(value: JsonValue): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The value, or why there is none. */
export function parseJsonLine(text: string): { readonly value: JsonValue } | { readonly problem: string } {
  if (depthOf(text) > DEEPEST) return { problem: `it is nested more than ${DEEPEST} deep` }
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** By hand: a regular expression would need a stack as long as the text. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = (endOfJsonString(text, at) ?? text.length) - 1
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth)
    else if (code === 93 || code === 125) depth -= 1
  }
  return deepest
}

/** Behind the quote that ends the string which begins at a place; undefined where none does. */
export function endOfJsonString(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at + 1
  }
  return undefined
}
