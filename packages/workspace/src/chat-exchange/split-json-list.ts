import { endOfJsonString } from '../chat-file/json-line.ts'

/** A list of JSON, item by item. */
export type JsonListPart =
  | { readonly kind: 'item'; readonly text: string }
  /** The list does not end, or something follows it. */
  | { readonly kind: 'broken' }

const QUOTE = 34
const COMMA = 44

/**
 * The texts of the items of a list that begins at a place, one after another, so that a list of any length can be
 * read without all of it standing in memory, and be left in the middle. The items themselves are not checked.
 */
export function* splitJsonList(text: string, from: number): Generator<JsonListPart> {
  let depth = 1
  let start = from + 1
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = (endOfJsonString(text, at) ?? text.length) - 1
    else if (code === 91 || code === 123) depth += 1
    else if (code === 93 || code === 125) depth -= 1
    const isEnd = depth === 0
    if (!isEnd && !(depth === 1 && code === COMMA)) continue
    const item = text.slice(start, at)
    // Nothing between the brackets is no item.
    if (!isEnd || start > from + 1 || item.trim() !== '') yield { kind: 'item', text: item }
    start = at + 1
    if (isEnd) break
  }
  if (depth > 0 || text.slice(start).trim() !== '') yield { kind: 'broken' }
}
