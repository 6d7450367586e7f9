import { estimateTokenizer, type Part } from '@varve/engine'
import type { MessageRole } from '@varve/engine/internal'
import { ProviderError } from '../provider-error.ts'
import type { CacheHooks, CallInput, LossList } from './call-input.ts'
import { cacheProfileOf, type CatalogueModel } from '../catalogue/catalogue-model.ts'
import { readArguments } from '../wire/json.ts'
import { readReasoning } from '../wire/reasoning-record.ts'

/** Up to here the provider is asked to keep what was sent. */
export interface Mark {
  /** For the longer of its two lifetimes. */
  readonly isLong: boolean
}

/** A part as it will be written down, with the mark that is after it. */
export interface PlacedPart {
  readonly role: MessageRole
  readonly part: Exclude<Part, { kind: 'image' }> | LoadedImage
  readonly mark?: Mark
}

export interface LoadedImage {
  readonly kind: 'image'
  readonly mediaType: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** No two neighbours share a role. */
export interface PlacedMessage {
  readonly role: MessageRole
  readonly parts: readonly PlacedPart[]
  /** What Gemini wants back with the calls of this message, by call. */
  readonly signatures: ReadonlyMap<string, string>
}

/** Pictures by their hash. What is not among them becomes a line of text. */
export type LoadedImages = ReadonlyMap<string, Uint8Array>

/**
 * The messages in a form that no converter changes: no empty text, no adjacent messages of one role, system
 * text only at the front, nothing after the last user or tool message. What the model can't take is replaced
 * by text and reported as a loss.
 */
export function placeParts(
  input: Omit<CallInput, 'getImage'>,
  images: LoadedImages,
  losses: LossList,
): readonly PlacedMessage[] {
  const { model, cache } = input
  const covered = model.cache.object ? (cache?.cachedContent?.blocks ?? 0) : 0
  const kept = new Map<number, PlacedPart>()
  let index = -1
  for (const { role, parts } of input.messages)
    for (const part of parts) {
      index += 1
      if (index < covered) continue
      const expressed =
        part.kind === 'image'
          ? expressImage(model, role, part, images, losses)
          : express(input, role, part, losses)
      if (expressed) kept.set(index, expressed)
    }
  for (const [place, mark] of chooseMarks({ model, cache, parts: kept, losses })) {
    const placed = kept.get(place)
    if (placed) kept.set(place, { ...placed, mark })
  }
  const messages = groupByRole(kept.values())
  checkOrder(model.provider, messages, covered > 0)
  return messages
}

type ImagePart = Extract<Part, { kind: 'image' }>

function expressImage(
  model: CatalogueModel,
  role: MessageRole,
  part: ImagePart,
  images: LoadedImages,
  losses: LossList,
): PlacedPart {
  const { name, mediaType, hash } = part.image
  const bytes = model.modalities.includes('image') ? images.get(hash) : undefined
  if (bytes) return { role, part: { kind: 'image', mediaType, name, bytes } }
  losses.add(`image ${name}`, model.modalities.includes('image') ? 'its bytes are gone' : 'no vision')
  return { role, part: { kind: 'text', text: `[image ${name}: not available]` } }
}

function express(
  { model }: Pick<CallInput, 'model'>,
  role: MessageRole,
  part: Exclude<Part, ImagePart>,
  losses: LossList,
): PlacedPart | undefined {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? undefined : { role, part }
    case 'reasoning':
      if (canReplay(model, part)) return { role, part }
      losses.add('reasoning', describeUnreplayed(model, part))
      return undefined
    case 'tool-call':
      if (!model.tools) return replaceTool(`[used ${part.tool}: ${part.arguments}]`, role, losses)
      if (!readArguments(part.arguments).isValid)
        losses.add(`arguments of ${part.tool}`, 'they are no JSON object and go inside one')
      return { role, part }
    case 'tool-result':
      if (model.tools) return { role, part: part.text === '' ? { ...part, text: EMPTY_RESULT } : part }
      return replaceTool(`[result of ${part.tool}]\n${part.text}`, 'user', losses)
    default:
      return part satisfies never
  }
}

/** Providers refuse a result without any text. */
const EMPTY_RESULT = '(empty)'

function replaceTool(text: string, role: MessageRole, losses: LossList): PlacedPart {
  losses.add('tool traffic', 'the model has no tools; it goes as text')
  return { role, part: { kind: 'text', text } }
}

type Reasoning = Extract<Part, { kind: 'reasoning' }>

/** Reasoning goes back only to the model it came from: signatures and encrypted items are bound to it. [P-3] */
function canReplay(model: CallInput['model'], part: Reasoning): boolean {
  if (part.model !== model.id) return false
  switch (model.reasoning) {
    case 'none':
      return false
    case 'text':
      return part.text !== ''
    case 'opaque':
      return readReasoning(part.opaque).length > 0
    default:
      return model.reasoning satisfies never
  }
}

function describeUnreplayed(model: CallInput['model'], part: Reasoning): string {
  if (part.model !== model.id) return `it is of another model (${part.model})`
  if (model.reasoning === 'opaque') return 'the provider gave no signature for it'
  return 'the provider takes none back'
}

function groupByRole(parts: Iterable<PlacedPart>): readonly PlacedMessage[] {
  const messages: { role: MessageRole; parts: PlacedPart[]; signatures: Map<string, string> }[] = []
  for (const placed of parts) {
    const last = messages.at(-1)
    if (last?.role === placed.role) last.parts.push(placed)
    else messages.push({ role: placed.role, parts: [placed], signatures: new Map() })
    const { part } = placed
    if (part.kind !== 'reasoning') continue
    for (const item of readReasoning(part.opaque))
      if (item.kind === 'call') messages.at(-1)?.signatures.set(item.callId, item.signature)
  }
  return messages
}

function checkOrder(provider: string, messages: readonly PlacedMessage[], isContinued: boolean): void {
  const fault = findFault(messages, isContinued)
  if (fault !== undefined) throw new ProviderError({ code: 'bad-request', provider, message: fault })
}

function findFault(messages: readonly PlacedMessage[], isContinued: boolean): string | undefined {
  const last = messages.at(-1)?.role
  if (last === undefined || last === 'system') return 'a request needs a message of the user'
  if (last === 'assistant') return 'a request ends with a message of the user or a tool result'
  if (messages.some(({ role }, index) => role === 'system' && (index > 0 || isContinued)))
    return 'system text stands only at the front of a request'
  return undefined
}

interface MarkInput {
  readonly model: CatalogueModel
  readonly cache: CacheHooks | undefined
  /** By the index of their block; what is not sent is missing. */
  readonly parts: ReadonlyMap<number, PlacedPart>
  readonly losses: LossList
}

/**
 * Chooses the parts that carry a mark. A mark on a part that can't have one moves to the nearest part before
 * it; marks beyond the provider's limit are dropped from the front, since the last ones are read first.
 * Longer lifetimes come before shorter ones, as providers require.
 */
function chooseMarks({ model, cache, parts, losses }: MarkInput): ReadonlyMap<number, Mark> {
  const wanted = [...new Set(cache?.marks ?? [])].sort((a, b) => a - b)
  if (!model.cache.marks || wanted.length === 0) return new Map()
  const order = [...parts.keys()]
  const places: { index: number; isLong: boolean }[] = []
  for (const [rank, index] of wanted.entries()) {
    const nearest = order.findLast((key) => key <= index && isMarkable(model, parts.get(key)))
    const place = nearest === index || isLargeEnough(model, parts, nearest) ? nearest : undefined
    if (place !== index) losses.add(`cache mark after block ${index}`, describeMove(place))
    if (place === undefined || places.some((known) => known.index === place)) continue
    places.push({ index: place, isLong: rank < (cache?.longMarks ?? 0) })
  }
  const allowed = allowedMarks(model)
  for (const dropped of places.slice(0, Math.max(0, places.length - allowed)))
    losses.add(`cache mark after block ${dropped.index}`, `at most ${allowed} are allowed`)
  return new Map(places.slice(-allowed).map(({ index, isLong }) => [index, { isLong }]))
}

/** The planner counted for the place it chose; a mark that moves must not fall below the minimum. */
function isLargeEnough(
  model: CatalogueModel,
  parts: ReadonlyMap<number, PlacedPart>,
  place: number | undefined,
): boolean {
  if (place === undefined) return false
  const tokenizer = estimateTokenizer()
  const minimum = cacheProfileOf(model).minimumTokens
  let tokens = 0
  for (const [index, { part }] of parts) {
    // A long conversation is not counted again: its beginning is enough.
    if (tokens >= minimum || index > place) break
    if ('text' in part) tokens += tokenizer.count(part.text)
  }
  return tokens >= minimum
}

/** The end of the newest message counts where the provider marks it by itself. */
function allowedMarks(model: CatalogueModel): number {
  const { maximumMarks, implicitMark } = cacheProfileOf(model)
  return maximumMarks - (implicitMark ? 1 : 0)
}

function describeMove(place: number | undefined): string {
  if (place === undefined) return 'nothing before it can carry one'
  return `nothing there can carry one; it stands after block ${place}`
}

/** OpenAI marks input only; no one marks reasoning; other protocols know no marks. */
function isMarkable(model: CatalogueModel, placed: PlacedPart | undefined): boolean {
  if (!placed || placed.part.kind === 'reasoning') return false
  if (model.protocol === 'anthropic') return true
  return model.provider === 'openai' && placed.role !== 'assistant'
}
