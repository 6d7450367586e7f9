/** No opening tag that is meant is longer; without a bound one stray `<` would hold back the whole answer. */
const LONGEST_TAG = 4_096

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

export type ScannedEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'reasoning'; readonly delta: string }
  | {
      readonly kind: 'action'
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
      readonly text: string
      readonly raw: string
    }

export interface ScannerOptions {
  /** Names of action blocks, such as `writeFile`. */
  readonly actions: readonly string[]
  /** The model's template opens the thinking itself, so the answer begins inside it. */
  readonly startsThinking?: boolean
}

type Mode =
  | { readonly kind: 'text' }
  | { readonly kind: 'thinking'; readonly closer: string }
  | {
      readonly kind: 'action'
      readonly tag: Tag
      readonly closer: string
      /** The text so far in pieces: joining them once keeps a long block linear. */
      readonly pieces: string[]
    }

const THINKING_TAGS: readonly string[] = ['think', 'thinking']

/**
 * Finds thinking and action blocks in a streamed text. Whatever way the text is cut into chunks, the
 * events are the same once neighbouring deltas are joined. Nothing is taken from fenced code or from a tag
 * right after a backtick: there it is quoted, not meant. A closing tag of thinking that nothing opened is
 * dropped; an action that is never closed comes out as the text it is.
 */
export class TextScanner {
  readonly #names: TagNames
  #mode: Mode
  /** Received, not yet decided. */
  #rest = ''
  #line = ''
  #isFenced = false
  #lastCharacter = ''

  constructor({ actions, startsThinking = false }: ScannerOptions) {
    this.#names = { thinking: THINKING_TAGS, actions }
    this.#mode = startsThinking ? { kind: 'thinking', closer: '</think>' } : { kind: 'text' }
  }

  write(chunk: string): readonly ScannedEvent[] {
    this.#rest += chunk
    return this.#scan(false)
  }

  /** The text is over: what was held back comes out. */
  end(): readonly ScannedEvent[] {
    const events = [...this.#scan(true)]
    const { kind } = this.#mode
    const opened = this.#mode.kind === 'action' ? [this.#mode.tag.raw, ...this.#mode.pieces] : []
    const raw = [...opened, this.#rest].join('')
    this.#rest = ''
    if (raw !== '') events.push({ kind: kind === 'thinking' ? 'reasoning' : 'text', delta: raw })
    this.#mode = { kind: 'text' }
    return events
  }

  #scan(isLast: boolean): readonly ScannedEvent[] {
    const events: ScannedEvent[] = []
    while (this.#rest !== '') {
      const before = this.#rest.length
      const mode = this.#mode
      if (mode.kind === 'text') this.#scanText(events, isLast)
      else this.#scanBlock(events, mode)
      if (this.#rest.length === before && this.#mode === mode) break
    }
    return events
  }

  /** Up to the next tag that counts, or to where one may begin. */
  #scanText(events: ScannedEvent[], isLast: boolean): void {
    let from = 0
    for (;;) {
      const at = this.#rest.indexOf('<', from)
      if (at < 0) {
        this.#giveText(events, this.#rest.length)
        return
      }
      this.#follow(this.#rest.slice(from, at))
      const tag = this.#isQuoted() ? 'none' : readTag(this.#rest, at, this.#names)
      if (tag === 'incomplete' && !isLast) {
        this.#giveScanned(events, at)
        return
      }
      if (tag === 'none' || tag === 'incomplete') {
        this.#follow('<')
        from = at + 1
        continue
      }
      this.#giveScanned(events, at)
      this.#rest = this.#rest.slice(tag.raw.length)
      this.#open(events, tag)
      return
    }
  }

  #open(events: ScannedEvent[], tag: Tag): void {
    if (tag.form === 'closing') return
    if (tag.kind === 'thinking') this.#mode = { kind: 'thinking', closer: `</${tag.name}>` }
    else if (tag.form === 'empty')
      events.push({ kind: 'action', name: tag.name, attributes: tag.attributes, text: '', raw: tag.raw })
    else this.#mode = { kind: 'action', tag, closer: `</${tag.name}>`, pieces: [] }
  }

  #scanBlock(events: ScannedEvent[], mode: Exclude<Mode, { kind: 'text' }>): void {
    const at = this.#rest.indexOf(mode.closer)
    const end = at < 0 ? this.#rest.length - longestOverlap(this.#rest, mode.closer) : at
    const text = this.#rest.slice(0, end)
    this.#rest = this.#rest.slice(at < 0 ? end : end + mode.closer.length)
    if (mode.kind === 'thinking' && text !== '') events.push({ kind: 'reasoning', delta: text })
    if (mode.kind === 'action') mode.pieces.push(text)
    if (at < 0) return
    this.#mode = { kind: 'text' }
    if (mode.kind === 'thinking') return
    const { name, attributes, raw } = mode.tag
    const body = mode.pieces.join('')
    this.#lastCharacter = '>'
    events.push({ kind: 'action', name, attributes, text: body, raw: raw + body + mode.closer })
  }

  /** Everything up to `end`, which no one has followed yet. */
  #giveText(events: ScannedEvent[], end: number): void {
    const at = this.#rest.lastIndexOf('<', end)
    this.#follow(this.#rest.slice(at + 1, end))
    this.#giveScanned(events, end)
  }

  #giveScanned(events: ScannedEvent[], end: number): void {
    if (end > 0) events.push({ kind: 'text', delta: this.#rest.slice(0, end) })
    this.#rest = this.#rest.slice(end)
  }

  /** Keeps track of lines and fences in the text that is given out. */
  #follow(text: string): void {
    if (text === '') return
    this.#lastCharacter = text.at(-1) ?? ''
    const lines = text.split('\n')
    lines.forEach((part, index) => {
      if (index > 0) this.#line = ''
      if (this.#line.length >= LONGEST_FENCE_START || part === '') return
      const wasFence = FENCE.test(this.#line)
      this.#line += part.slice(0, LONGEST_FENCE_START)
      if (!wasFence && FENCE.test(this.#line)) this.#isFenced = !this.#isFenced
    })
  }

  #isQuoted(): boolean {
    return this.#isFenced || this.#lastCharacter === '`'
  }
}

const FENCE = /^ {0,3}(?:```|~~~)/
/** Three blanks and three marks decide whether a line is a fence. */
const LONGEST_FENCE_START = 6

/** How much of the end of a text could be the beginning of the closer. */
function longestOverlap(text: string, closer: string): number {
  for (let length = Math.min(closer.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(closer.slice(0, length))) return length
  return 0
}

interface TagNames {
  readonly thinking: readonly string[]
  readonly actions: readonly string[]
}

interface Tag {
  readonly kind: 'thinking' | 'action'
  readonly form: 'opening' | 'closing' | 'empty'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly raw: string
}

/** A tag of interest at a position in a text; `incomplete` if the text ends too early to decide. */
function readTag(text: string, at: number, names: TagNames): Tag | 'incomplete' | 'none' {
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

function unescape(value: string): string {
  return value.replace(/&(?:quot|apos|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
