export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'title'; readonly text: string }

/** What is in these is not markup, and nothing for a reader either, but for a title. */
const RAW = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'template',
])

/** The tokens of a page in one pass over it: time and memory grow with its length, whatever it holds. */
export function* scanHtml(html: string): Generator<HtmlToken> {
  let at = 0
  while (at < html.length) {
    const tag = nextTag(html, at)
    if (tag.from > at) yield { kind: 'text', text: html.slice(at, tag.from) }
    at = tag.to
    if (tag.name === '') continue
    if (tag.closes) {
      yield { kind: 'close', name: tag.name }
      continue
    }
    if (!RAW.has(tag.name)) {
      yield { kind: 'open', name: tag.name }
      continue
    }
    const end = rawEnd(html, at, tag.name)
    if (tag.name === 'title') yield { kind: 'title', text: html.slice(at, end) }
    at = end
  }
}

interface Tag {
  readonly from: number
  readonly to: number
  /** Empty for comments and declarations. */
  readonly name: string
  readonly closes: boolean
}

function nextTag(html: string, start: number): Tag {
  let from = html.indexOf('<', start)
  while (from !== -1 && !/[a-z/!?]/i.test(html[from + 1] ?? '')) from = html.indexOf('<', from + 1)
  if (from === -1) return { from: html.length, to: html.length, name: '', closes: false }
  if (html.startsWith('<!--', from))
    return { from, to: after(html, '-->', from + 2), name: '', closes: false }
  const closes = html[from + 1] === '/'
  const name = nameAt(html, from + (closes ? 2 : 1))
  return { from, to: name === '' ? after(html, '>', from) : tagEnd(html, from), name, closes }
}

function nameAt(html: string, from: number): string {
  return /^[a-z][a-z0-9:-]{0,60}/i.exec(html.slice(from, from + 64))?.[0].toLowerCase() ?? ''
}

/** Past the `>` that is not inside a quoted value. */
function tagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from + 1; at < html.length; at += 1) {
    const character = html[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character
  }
  return html.length
}

function rawEnd(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/** Closed by their next sibling, so that many open ones are not deep. */
const IMPLIED = /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|caption|rp|rt)$/

/** Whether elements are nested more than `limit` deep. */
export function isNestedDeeper(html: string, limit: number): boolean {
  const open: string[] = []
  for (const token of scanHtml(html)) {
    if (token.kind === 'open' && !VOID.test(token.name) && !IMPLIED.test(token.name)) open.push(token.name)
    else if (token.kind === 'close') {
      const match = open.lastIndexOf(token.name)
      if (match !== -1) open.length = match
    }
    if (open.length > limit) return true
  }
  return false
}
