import type { Tokenizer } from '@varve/engine'
import { type JsonValue, stableJson, LIMITS } from '@varve/engine/internal'
import { asList, asObject, asText, isObject, withoutFields } from './json.ts'
import type { JsonObject, WireBlock } from './wire.ts'

const SCHEMA_FIELDS = ['parameters', 'input_schema', 'parametersJsonSchema'] as const

/** A block with the lifetime that its mark asks for, as the body words it: `5m`, `1h`, `30m`, `12h`. */
export interface BodyBlock extends WireBlock {
  readonly ttl?: string
}

/** What surrounds the arguments and the text of a tool call; the engine counts the same. */
const CALL_OVERHEAD = 8

const MARK_FIELDS: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint'])

/** Where a mark is read from: the part itself, or what it holds. */
type Marked = JsonObject | readonly JsonObject[]

/** Collects the blocks of one body in the order in which they are added. */
export class BlocksBuilder {
  readonly #count: (text: string) => number
  readonly #blocks: BodyBlock[] = []

  constructor(tokenizer: Tokenizer) {
    this.#count = tokenizer.count
  }

  get blocks(): readonly BodyBlock[] {
    return this.#blocks
  }

  /** All tool definitions are one block: nothing is shared by requests whose definitions differ. */
  addTools(tools: readonly JsonValue[]): void {
    if (tools.length === 0) return
    const text = JSON.stringify(withoutFields(tools, MARK_FIELDS))
    const tokens = this.#count(countedTools(tools))
    this.#add({ role: 'tools', kind: 'tools', text, tokens }, tools.map(asObject))
  }

  addText(role: string, text: string, part: JsonObject = {}): void {
    this.#add({ role, kind: 'text', text, tokens: this.#count(text) }, part)
  }

  /** `data` is base64, a data URL, or a picture's address. */
  addImage(role: string, data: string, part: JsonObject): void {
    const base64 = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
    this.#add({ role, kind: 'image', text: data, tokens: imageTokensOf(base64) }, part)
  }

  addCall(
    role: string,
    call: { readonly id: string; readonly tool: string; readonly arguments: string },
    part: JsonObject,
  ): void {
    const tokens = this.#count(call.arguments) + this.#count(call.tool) + CALL_OVERHEAD
    const text = `${call.id}\n${call.tool}\n${call.arguments}`
    this.#add({ role, kind: 'tool-call', text, tokens }, part)
  }

  addResult(
    role: string,
    result: {
      readonly id: string
      readonly text: string
      /** What is counted, where the text is only how the protocol writes it. */
      readonly counted?: string
      readonly images?: readonly string[]
    },
    marks: Marked,
  ): void {
    const images = result.images ?? []
    const pictures = images.reduce((sum, data) => sum + imageTokensOf(data), 0)
    const text = [result.id, result.text, ...images].join('\n')
    const tokens = this.#count(result.counted ?? result.text) + pictures + CALL_OVERHEAD
    this.#add({ role, kind: 'tool-result', text, tokens }, marks)
  }

  /** `opaque` is what a provider signed or encrypted: part of what is compared, not of what is counted. */
  addReasoning(role: string, text: string, opaque: string): void {
    const whole = opaque === '' ? text : `${text}\n${opaque}`
    this.#add({ role, kind: 'reasoning', text: whole, tokens: this.#count(text) }, {})
  }

  /** Parts without a kind are compared and counted as JSON. */
  addOther(role: string, part: JsonValue): void {
    this.addText(role, JSON.stringify(withoutFields(part, MARK_FIELDS)), asObject(part))
  }

  /** A mark for the end of the prompt, where the body asks for one without naming a block. */
  markLast(mark: JsonValue | undefined): void {
    const last = this.#blocks.pop()
    if (last === undefined) return
    this.#blocks.push(isObject(mark) && !last.marked ? { ...last, marked: true, ...ttlOf(mark) } : last)
  }

  #add(block: Omit<WireBlock, 'marked'>, parts: Marked): void {
    const marks = [parts].flat().flatMap((part) => [...MARK_FIELDS].map((name) => part[name]))
    const mark = marks.findLast(isObject)
    this.#blocks.push({ ...block, marked: mark !== undefined, ...(mark && ttlOf(mark)) })
  }
}

function ttlOf(mark: JsonObject): { readonly ttl?: string } {
  const ttl = asText(mark['ttl'])
  return ttl === '' ? {} : { ttl }
}

/**
 * What is counted of tool definitions: name, description and schema, in the form in which the engine counts
 * them too. How each protocol wraps them is its own affair, and no provider says what its wrapping costs.
 */
function countedTools(tools: readonly JsonValue[]): string {
  return stableJson(tools.flatMap(listFunctions).map(neutralTool))
}

/** Gemini lists its functions inside of one tool. */
function listFunctions(tool: JsonValue): readonly JsonValue[] {
  const declared = asList(asObject(tool)['functionDeclarations'] ?? asObject(tool)['function_declarations'])
  return declared.length === 0 ? [tool] : declared
}

/** What is no function, such as a provider's own search, is counted as the JSON that it is. */
function neutralTool(tool: JsonValue): JsonValue {
  const outer = asObject(tool)
  const named = isObject(outer['function']) ? outer['function'] : outer
  if (typeof named['name'] !== 'string') return tool
  return {
    name: named['name'],
    description: named['description'] ?? '',
    parameters: schemaOf(named) ?? { type: 'object', properties: {} },
  }
}

function schemaOf(tool: JsonObject): JsonValue | undefined {
  const field = SCHEMA_FIELDS.find((name) => isObject(tool[name]))
  return field === undefined ? undefined : tool[field]
}

interface Size {
  readonly width: number
  readonly height: number
}

/** What a picture in a body costs: by its area as its own header tells it, the most where it does not. [B-1] */
export function imageTokensOf(base64: string): number {
  const { longerSide, pixelsPerToken, minimumTokens, maximumTokens, unknownTokens } = LIMITS.images
  const size = readImageSize(base64)
  if (size === undefined || size.width <= 0 || size.height <= 0) return unknownTokens
  const scale = Math.min(1, longerSide / Math.max(size.width, size.height))
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken)
  return Math.min(maximumTokens, Math.max(minimumTokens, tokens))
}

/** A camera writes a preview before the frame header of a JPEG; this much of the file holds both. */
const HEADER_CHARACTERS = 262_144

/** Width and height from the header of a PNG, GIF, WebP or JPEG; undefined otherwise. */
export function readImageSize(base64: string): Size | undefined {
  const bytes = decodeStart(base64)
  if (bytes === undefined) return undefined
  const view = new DataView(bytes.buffer)
  if (startsWith(bytes, 0, '\x89PNG') && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (startsWith(bytes, 0, 'GIF8') && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP') && bytes.length >= 30)
    return readWebpSize(bytes, view)
  if (startsWith(bytes, 0, '\xff\xd8')) return readJpegSize(view)
  return undefined
}

function decodeStart(base64: string): Uint8Array | undefined {
  const start = base64.slice(0, HEADER_CHARACTERS)
  const whole = start.length % 4 === 0 ? start : start.slice(0, start.length - (start.length % 4))
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) return undefined
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  return text.split('').every((character, index) => bytes[offset + index] === character.charCodeAt(0))
}

function readWebpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (startsWith(bytes, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (startsWith(bytes, 12, 'VP8L')) {
    const packed = view.getUint32(21, true)
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(bytes, 12, 'VP8X')) return undefined
  const width = view.getUint16(24, true) | ((bytes[26] ?? 0) << 16)
  const height = view.getUint16(27, true) | ((bytes[29] ?? 0) << 16)
  return { width: width + 1, height: height + 1 }
}

/** Walks the segments of a JPEG to the one that opens a frame. */
function readJpegSize(view: DataView): Size | undefined {
  let offset = 2
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    const opensFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (opensFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    offset += 2 + view.getUint16(offset + 2)
  }
  return undefined
}
