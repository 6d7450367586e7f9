import type { Tokenizer } from '@varve/engine'
import { type JsonValue, stableJson } from '@varve/engine/internal'
import { imageTokensOf } from './image-size.ts'
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

  /** `data` is base64, a data URL, or the address of a picture elsewhere. */
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

  /** Anything that has no kind of its own is compared and counted as the JSON that it is. */
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
