export interface Mention {
  /** Where the `@` stands. */
  readonly start: number
  readonly end: number
  readonly query: string
}

const LONGEST = 80

/** The `@query` that the caret stands in, if any. An `@` inside a word, as in an address, begins none. */
export function findMention(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret)
  const match = /(?:^|[\s([{"'])@([^\s@]*)$/u.exec(before)
  if (!match) return undefined
  const query = match[1] ?? ''
  return { start: caret - query.length - 1, end: caret, query }
}

/** The text without the mention, and where the caret goes: the note becomes a chip instead. */
export function removeMention(
  text: string,
  mention: Mention,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, mention.start)
  const after = text.slice(mention.end)
  // Two blanks in a row would remain where the mention stood between them.
  const rest = /\s$/.test(before) && after.startsWith(' ') ? after.slice(1) : after
  return { text: before + rest, caret: before.length }
}

/** The text with a fresh `@` at the caret, as the attach button types it. */
export function insertMention(
  text: string,
  caret: number,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, caret)
  const sign = before === '' || /\s$/.test(before) ? '@' : ' @'
  return { text: before + sign + text.slice(caret), caret: caret + sign.length }
}
