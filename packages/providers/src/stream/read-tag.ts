export interface TagNames {
  readonly thinking: readonly string[]
  readonly actions: readonly string[]
}

export interface Tag {
  readonly kind: 'thinking' | 'action'
  readonly form: 'opening' | 'closing' | 'empty'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly raw: string
}

/** No opening tag that is meant is longer; without a bound one stray `<` would hold back the whole answer. */
const LONGEST_TAG = 4_096

/** A tag of interest at a place in a text; `incomplete` where the text ends before that can be told. */
export function readTag(text: string, at: number, names: TagNames): Tag | 'incomplete' | 'none' {
  const isClosing = text[at + 1] === '/'
  const nameAt = at + (isClosing ? 2 : 1)
  const candidates = [
    ...names.thinking.map((name) => ({ kind: 'thinking' as const, name })),
    // An action closes only where it was opened; a closing tag alone is text.
    ...(isClosing ? [] : names.actions.map((name) => ({ kind: 'action' as const, name }))),
  ]
  let result: Tag | 'incomplete' | 'none' = 'none'
  for (const { kind, name } of candidates) {
    const available = text.slice(nameAt, nameAt + name.length)
    if (!name.startsWith(available)) continue
    const found =
      available.length < name.length
        ? 'incomplete'
        : readRest(text, { at, end: nameAt + name.length, isClosing, kind, name })
    if (typeof found === 'object') return found
    if (found === 'incomplete') result = found
  }
  return result
}

interface Found {
  readonly at: number
  readonly end: number
  readonly isClosing: boolean
  readonly kind: Tag['kind']
  readonly name: string
}

function readRest(text: string, { at, end, isClosing, kind, name }: Found): Tag | 'incomplete' | 'none' {
  const next = text[end]
  if (next === undefined) return 'incomplete'
  const tag = (form: Tag['form'], close: number, attributes: Tag['attributes'] = {}): Tag => {
    return { kind, form, name, attributes, raw: text.slice(at, close) }
  }
  if (next === '>') return tag(isClosing ? 'closing' : 'opening', end + 1)
  if (kind === 'thinking' || isClosing) return 'none'
  return readAttributes(text, { at, end }, tag)
}

function readAttributes(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  tag: (form: Tag['form'], close: number, attributes: Tag['attributes']) => Tag,
): Tag | 'incomplete' | 'none' {
  const attributes: Record<string, string> = {}
  const limit = at + LONGEST_TAG
  let place = end
  for (;;) {
    const start = place
    while (place < limit && isBlank(text[place])) place += 1
    if (place >= limit) return 'none'
    const character = text[place]
    if (character === undefined) return 'incomplete'
    if (character === '>') return tag('opening', place + 1, attributes)
    if (character === '/') {
      const next = text[place + 1]
      if (next === undefined) return 'incomplete'
      return next === '>' ? tag('empty', place + 2, attributes) : 'none'
    }
    if (place === start) return 'none'
    const attribute = readAttribute(text, place, limit)
    if (typeof attribute === 'string') return attribute
    attributes[attribute.name] = attribute.value
    place = attribute.end
  }
}

function readAttribute(
  text: string,
  start: number,
  limit: number,
): { readonly name: string; readonly value: string; readonly end: number } | 'incomplete' | 'none' {
  let place = start
  while (place < limit && isNameCharacter(text[place])) place += 1
  if (place >= limit) return 'none'
  if (text[place] === undefined) return 'incomplete'
  if (place === start || text[place] !== '=') return 'none'
  const quote = text[place + 1]
  if (quote === undefined) return 'incomplete'
  if (quote !== '"' && quote !== "'") return 'none'
  const close = text.indexOf(quote, place + 2)
  if (close < 0) return text.length >= limit ? 'none' : 'incomplete'
  if (close >= limit) return 'none'
  return { name: text.slice(start, place), value: unescape(text.slice(place + 2, close)), end: close + 1 }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r'
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9_:.-]/.test(character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

function unescape(value: string): string {
  return value.replace(/&(?:quot|apos|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
