export interface Mention {
  /** `@` attaches what is picked; `[[` attaches a note and leaves a link to it; `/` calls something by its name. */
  readonly sign: '@' | '[[' | '/'
  /** Position of the sign. */
  readonly start: number
  readonly end: number
  readonly query: string
}

export interface TypedText {
  readonly text: string
  readonly caret: number
}

const LONGEST = 80
const LONGEST_ADDRESS = 2_000

/** The `@query`, `[[query` or `/query` at the caret, if any. A sign inside a word or a path doesn't count. */
export function findMention(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST_ADDRESS), caret)
  const at = /(?:^|[\s([{"'])@(https?:\/\/\S*|[^\s@]{0,79})$/iu.exec(before)
  const link = /\[\[([^[\]\n]*)$/u.exec(before.slice(-LONGEST))
  const slash = /(?:^|\s)\/([^\s/@]{0,79})$/u.exec(before.slice(-LONGEST - 2))
  const match = at ?? link ?? slash
  if (!match) return undefined
  const query = match[1] ?? ''
  const sign = at ? '@' : link ? '[[' : '/'
  return { sign, start: caret - query.length - sign.length, end: caret, query }
}

/** The text without the mention, and where the caret goes: what was picked becomes a chip instead. */
export function removeMention(text: string, mention: Pick<Mention, 'start' | 'end'>): TypedText {
  const before = text.slice(0, mention.start)
  const after = text.slice(mention.end)
  // Two blanks in a row would remain where the mention stood between them.
  const rest = /\s$/.test(before) && after.startsWith(' ') ? after.slice(1) : after
  return { text: before + rest, caret: before.length }
}

/** The text with a link where the mention stood; brackets that already close it are not doubled. */
export function linkMention(text: string, mention: Mention, target: string): TypedText {
  const before = `${text.slice(0, mention.start)}[[${target}]]`
  const after = text.slice(mention.end)
  return { text: before + (after.startsWith(']]') ? after.slice(2) : after), caret: before.length }
}

/** The text with words in place of the mention, and one blank behind them to type on after. */
export function replaceMention(
  text: string,
  mention: Pick<Mention, 'start' | 'end'>,
  words: string,
): TypedText {
  const before = `${text.slice(0, mention.start)}${words} `
  const after = text.slice(mention.end)
  return { text: before + (after.startsWith(' ') ? after.slice(1) : after), caret: before.length }
}

interface FreshMention {
  readonly sign?: '@' | '/'
  /** What follows the sign, as in `@https://`. */
  readonly begun?: string
}

/** The text with a fresh sign at the caret, as a button types it. */
export function insertMention(
  text: string,
  caret: number,
  { sign = '@', begun = '' }: FreshMention = {},
): TypedText {
  const before = text.slice(0, caret)
  const typed = `${before === '' || /\s$/.test(before) ? '' : ' '}${sign}${begun}`
  return { text: before + typed + text.slice(caret), caret: caret + typed.length }
}

const LONGEST_PAGE_ADDRESS = 2_000

/** A text that is the address of a page and nothing else; of two that run into each other, the one pasted last. */
export function parsePageAddress(text: string): string | undefined {
  const address = text.trim().replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > LONGEST_PAGE_ADDRESS || !URL.canParse(address))
    return undefined
  return new URL(address).hostname.includes('.') ? address : undefined
}

/** An address in few words, as one says it: `example.org/plans`. */
export function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname, search } = new URL(address)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname.replace(/\/$/, '')}${search}`
}

/** Typed alone, it is done and not sent. */
export function isCompactCommand(text: string): boolean {
  return /^\s*\/compact\s*$/i.test(text)
}
