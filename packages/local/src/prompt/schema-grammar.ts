import type { PromptTool } from './prompt.ts'
import type { CallFormat } from './template.ts'

type Schema = Readonly<Record<string, unknown>>

/** The grammar of one JSON value by its schema, in llama.cpp's notation. */
export function jsonGrammar(schema: unknown): string {
  const rules = new Rules(schema)
  rules.add('root', `${rules.value(schema)} ws`)
  return rules.text()
}

/** Where in the text of an answer a call begins, and the grammar of what follows. */
export interface CallGrammar {
  readonly trigger: string
  /** Nothing may stand before it: it would look like any other text. */
  readonly isWhole: boolean
  /** From right after the trigger to the end of the answer. */
  readonly after: string
  /** For an answer that must be a call. */
  readonly whole: string
}

export function callGrammar(format: CallFormat, tools: readonly PromptTool[]): CallGrammar {
  const { trigger, isWhole } = triggerOf(format)
  const rules = new Rules({})
  const calls = tools.map(({ name, parameters }, index) => {
    const own = new Rules(parameters, `t${index}-`)
    const value = own.value(parameters)
    rules.include(own)
    return `${literal(name + format.between)} ${value} ${literal(format.close)}`
  })
  rules.add('call', calls.map((call) => `(${call})`).join(' | '))
  const rest = `${literal(format.open.slice(trigger.length))} call`
  // Blanks may come with the token of the trigger.
  const loose = `ws ${literal(format.open.slice(trigger.length).trimStart())} call`
  const more = isWhole ? '' : ` ([\\n]? ${literal(trigger)} ${rest})*`
  return {
    trigger,
    isWhole,
    after: rules.with('root', `${loose}${more}`),
    whole: rules.with('root', `${literal(trigger)} ${rest}${more}`),
  }
}

/** What announces a call: all before the JSON, or the beginning of the JSON itself. */
function triggerOf({ open }: CallFormat): { readonly trigger: string; readonly isWhole: boolean } {
  const marker = open.split(/[[{]\s*["{]/, 1)[0]?.trim() ?? ''
  return marker === '' ? { trigger: open.trimEnd(), isWhole: true } : { trigger: marker, isWhole: false }
}

/** Calls in the text after a trigger. What is not whole is left out. */
export function readCalls(
  text: string,
  { open, between }: CallFormat,
): readonly { readonly name: string; readonly arguments: string }[] {
  const calls: { name: string; arguments: string }[] = []
  const name = open.slice(open.search(/\S\s*$/) === -1 ? 0 : open.lastIndexOf('"') + 1)
  const pattern = new RegExp(
    String.raw`([\w.-]+)${escapePattern(between).replace(/\s+/g, String.raw`\s*`)}`,
    'g',
  )
  for (;;) {
    const match = pattern.exec(text)
    if (!match) return calls
    const from = match.index + match[0].length
    const end = endOfJson(text, from)
    if (end === -1) return calls
    calls.push({ name: match[1] ?? name, arguments: text.slice(from, end).trim() })
    pattern.lastIndex = end
  }
}

/** Where the object that begins here ends; -1 where it does not. */
function endOfJson(text: string, from: number): number {
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const SHARED: Readonly<Record<string, string>> = {
  ws: '[ \\t\\n]{0,20}',
  string: String.raw`"\"" char* "\""`,
  char: String.raw`[^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`,
  integer: String.raw`"-"? ("0" | [1-9] [0-9]{0,15})`,
  number: String.raw`integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,4})?`,
  boolean: '"true" | "false"',
  null: '"null"',
  any: 'object | array | string | number | boolean | null',
  object: String.raw`"{" ws (string ws ":" ws any ws ("," ws string ws ":" ws any ws)*)? "}"`,
  array: '"[" ws (any ws ("," ws any ws)*)? "]"',
}

/** Deeper schemas than this, or larger ones, allow anything there. */
const DEEPEST = 12
const MOST_RULES = 2000

/** The rules of one grammar. What a schema says that is not known here allows more, never less. */
class Rules {
  readonly #root: unknown
  readonly #prefix: string
  readonly #rules = new Map<string, string>()
  readonly #references = new Map<string, string>()

  constructor(root: unknown, prefix = '') {
    this.#root = root
    this.#prefix = prefix
  }

  add(name: string, body: string): string {
    this.#rules.set(name, body)
    return name
  }

  include(other: Rules): void {
    for (const [name, body] of other.#rules) this.#rules.set(name, body)
  }

  with(name: string, body: string): string {
    return write(new Map([[name, body], ...this.#rules]))
  }

  text(): string {
    return write(this.#rules)
  }

  /** An expression for a value of this schema. */
  value(schema: unknown, depth = 0): string {
    if (!isSchema(schema) || depth > DEEPEST || this.#rules.size > MOST_RULES) return 'any'
    if (typeof schema['$ref'] === 'string') return this.#reference(schema['$ref'], depth)
    if ('const' in schema) return literal(JSON.stringify(schema['const']))
    if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
      return `(${schema['enum'].map((value) => literal(JSON.stringify(value))).join(' | ')})`
    const options = [schema['anyOf'], schema['oneOf']].find((one) => Array.isArray(one)) as
      | unknown[]
      | undefined
    if (options) return `(${options.map((one) => this.value(one, depth + 1)).join(' | ')})`
    const { type } = schema
    if (Array.isArray(type))
      return `(${type.map((one: unknown) => this.value({ ...schema, type: one }, depth + 1)).join(' | ')})`
    switch (type) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#array(schema, depth)
      case 'string':
        return this.#string(schema)
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return type
      default:
        return isSchema(schema['properties']) ? this.#object(schema, depth) : 'any'
    }
  }

  #string({ minLength, maxLength }: Schema): string {
    const least = sizeOf(minLength) ?? 0
    const most = sizeOf(maxLength)
    if (least === 0 && most === undefined) return 'string'
    return String.raw`("\"" char{${least},${most ?? ''}} "\"")`
  }

  /** Names in their order; those that are not required may be left out. */
  #object({ properties, required }: Schema, depth: number): string {
    if (!isSchema(properties) || Object.keys(properties).length === 0) return 'object'
    const needed = new Set(Array.isArray(required) ? required : [])
    const fields = Object.entries(properties).map(([name, schema]) => ({
      isNeeded: needed.has(name),
      text: `${literal(JSON.stringify(name))} ws ":" ws ${this.value(schema, depth + 1)} ws`,
    }))
    const name = `${this.#prefix}o${this.#rules.size}`
    // From each field on: what may follow if something is before it, and if nothing is.
    let after = ''
    let first = ''
    for (const [back, { isNeeded, text }] of fields.toReversed().entries()) {
      const field = this.add(`${name}-f${back}`, text)
      const then = this.add(`${name}-a${back}`, after === '' ? '""' : after)
      after = isNeeded ? `"," ws ${field} ${then}` : `("," ws ${field} ${then} | ${then})`
      const alone = this.add(`${name}-n${back}`, first === '' ? '""' : first)
      first = isNeeded ? `${field} ${then}` : `(${field} ${then} | ${alone})`
    }
    return this.add(name, `"{" ws ${first} "}"`)
  }

  #array({ items, minItems, maxItems }: Schema, depth: number): string {
    const item = this.add(`${this.#prefix}i${this.#rules.size}`, this.value(items, depth + 1))
    const least = sizeOf(minItems) ?? 0
    const most = sizeOf(maxItems)
    if (most === 0) return '("[" ws "]")'
    const more = `("," ws ${item} ws){${Math.max(0, least - 1)},${most === undefined ? '' : most - 1}}`
    return least > 0 ? `("[" ws ${item} ws ${more} "]")` : `("[" ws (${item} ws ${more})? "]")`
  }

  #reference(path: string, depth: number): string {
    const known = this.#references.get(path)
    if (known !== undefined) return known
    const target = path
      .replace(/^#\/?/, '')
      .split('/')
      .filter((step) => step !== '')
      .reduce<unknown>((value, step) => (isSchema(value) ? value[step] : undefined), this.#root)
    const name = `${this.#prefix}r${this.#references.size}`
    this.#references.set(path, name)
    return this.add(name, this.value(target, depth + 1))
  }
}

/** Only what is reached, and the shared rules that it uses. */
function write(rules: ReadonlyMap<string, string>): string {
  const all = new Map([...Object.entries(SHARED), ...rules])
  const reached = new Map<string, string>()
  const visit = (name: string): void => {
    const body = all.get(name)
    if (body === undefined || reached.has(name)) return
    reached.set(name, body)
    // Quoted texts and classes of characters are passed over; what never closes goes to the end.
    for (const [, word] of body.matchAll(/"(?:[^"\\]|\\.)*"?|\[(?:[^\]\\]|\\.)*\]?|([a-z][\w-]*)/gi))
      if (word !== undefined) visit(word)
  }
  visit('root')
  return [...reached].map(([name, body]) => `${name} ::= ${body}`).join('\n')
}

function literal(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, String.raw`\$&`)
    .replace(/\n/g, String.raw`\n`)
    .replace(/\r/g, String.raw`\r`)
    .replace(/\t/g, String.raw`\t`)
  return `"${escaped}"`
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sizeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000
    ? value
    : undefined
}
