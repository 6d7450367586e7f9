import { parseState, serializeState, type State } from '@varve/engine'
import { type Hash, hashText, type JsonValue, type ParsedState } from '@varve/engine/internal'

/** A text put together from others and from what is between them. */
type Parts = readonly (string | { readonly $text: Hash })[]

interface PackedState {
  readonly version: 1
  readonly root: JsonValue
  /** Texts that hold other texts, as a rendered note holds the note: none is kept twice. */
  readonly parts: { readonly [hash: Hash]: Parts }
}

export interface StateToKeep {
  /** JSON that names texts by their hashes. */
  readonly text: string
  /** Texts that only it refers to. */
  readonly texts: ReadonlyMap<Hash, string>
}

/** A state as one text to store with a chat file. `given` are texts available from other sources. */
export function packState(state: State, given: ReadonlyMap<Hash, string>): StateToKeep {
  const { root, objects } = serializeState(state)
  const starts = indexStarts(given)
  const texts = new Map<Hash, string>()
  const parts: Record<Hash, Parts> = {}
  for (const [hash, text] of objects) {
    if (given.has(hash)) continue
    const found = splitText(text, starts)
    if (found) parts[hash] = found
    else texts.set(hash, text)
  }
  return { text: JSON.stringify({ version: 1, root, parts } satisfies PackedState), texts }
}

/** Reads what `packState` wrote. `textOf` is asked for whatever it names. */
export async function unpackState(
  text: string,
  textOf: (hash: Hash) => Promise<string | undefined>,
): Promise<ParsedState> {
  const packed = parsePacked(text)
  if (!packed) return { kind: 'incomplete', missing: [], reason: 'it is of another form' }
  const known = new Map<Hash, string>()
  for (const hash of namedTexts(packed.root)) {
    const whole = await wholeText(hash, packed, textOf)
    if (whole !== undefined) known.set(hash, whole)
  }
  return parseState(packed.root, (hash) => known.get(hash))
}

async function wholeText(
  hash: Hash,
  { parts }: PackedState,
  textOf: (hash: Hash) => Promise<string | undefined>,
): Promise<string | undefined> {
  const own = Object.hasOwn(parts, hash) ? parts[hash] : undefined
  if (!own) return textOf(hash)
  let whole = ''
  for (const part of own) {
    const piece = typeof part === 'string' ? part : await textOf(part.$text)
    if (piece === undefined) return undefined
    whole += piece
  }
  return hashText(whole) === hash ? whole : undefined
}

function parsePacked(text: string): PackedState | undefined {
  try {
    const value = JSON.parse(text) as Partial<PackedState> | null
    const isSound = value?.version === 1 && value.root !== undefined && isParts(value.parts)
    return isSound ? (value as PackedState) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isPart = (part: unknown): boolean =>
    typeof part === 'string' ||
    (typeof part === 'object' && part !== null && '$text' in part && typeof part.$text === 'string')
  return Object.values(value).every((parts) => Array.isArray(parts) && parts.every(isPart))
}

function namedTexts(value: unknown, found = new Set<Hash>()): ReadonlySet<Hash> {
  if (typeof value !== 'object' || value === null) return found
  if ('$text' in value && typeof value.$text === 'string') found.add(value.$text)
  else for (const item of Object.values(value)) namedTexts(item, found)
  return found
}

/** Below this, naming a text is hardly shorter than the text. */
const SHORTEST = 128

interface Start {
  readonly hash: Hash
  readonly text: string
}

/** Texts by how they begin, the longest first. */
function indexStarts(given: ReadonlyMap<Hash, string>): ReadonlyMap<string, readonly Start[]> {
  const starts = new Map<string, Start[]>()
  const long = [...given].filter(([, text]) => text.length >= SHORTEST)
  for (const [hash, text] of long.sort(([, a], [, b]) => b.length - a.length)) {
    const start = text.slice(0, SHORTEST)
    starts.set(start, [...(starts.get(start) ?? []), { hash, text }])
  }
  return starts
}

/** Looks at beginnings of lines only: that is where texts are put into others. */
function splitText(text: string, starts: ReadonlyMap<string, readonly Start[]>): Parts | undefined {
  const parts: (string | { readonly $text: Hash })[] = []
  let done = 0
  let at = 0
  while (at < text.length) {
    const position = at
    const candidates = starts.get(text.slice(at, at + SHORTEST)) ?? []
    const match = candidates.find((start) => text.startsWith(start.text, position))
    if (match) {
      if (at > done) parts.push(text.slice(done, at))
      parts.push({ $text: match.hash })
      at += match.text.length
      done = at
    } else {
      const feed = text.indexOf('\n', at)
      at = feed === -1 ? text.length : feed + 1
    }
  }
  if (parts.length === 0) return undefined
  return done < text.length ? [...parts, text.slice(done)] : parts
}
