import { LineCounter, type ParsedNode, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** A value of the front matter, with the line on which it begins. */
export type FrontValue = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'list'; readonly items: readonly FrontValue[] }
  | { readonly kind: 'map'; readonly entries: readonly FrontEntry[] }
  | { readonly kind: 'nothing' }
)

export interface FrontEntry {
  readonly name: string
  readonly line: number
  readonly value: FrontValue
}

export interface AreaFileError {
  /** Counted from 1 in the file. */
  readonly line: number
  readonly message: string
}

export type FrontReading =
  | { readonly kind: 'read'; readonly entries: readonly FrontEntry[] }
  | { readonly kind: 'invalid'; readonly errors: readonly AreaFileError[] }

const MOST_CHARACTERS = 65_536
const DEEPEST_NESTING = 6

/**
 * Reads front matter written as JSON, as in all built-in areas: parsing those as YAML takes seconds at every
 * start. Returns undefined for anything else. JSON has no lines, so each value counts as on the first.
 */
export function readJson(block: string, firstLine: number): readonly FrontEntry[] | undefined {
  if (block[0] !== '{' || block.length > MOST_CHARACTERS) return undefined
  try {
    const root = fromJson(JSON.parse(block), firstLine)
    return root.kind === 'map' ? root.entries : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function fromJson(value: unknown, line: number): FrontValue {
  if (typeof value === 'number') return { kind: 'number', line, value }
  if (Array.isArray(value)) return { kind: 'list', line, items: value.map((item) => fromJson(item, line)) }
  if (typeof value === 'string') return { kind: 'text', line, text: value }
  if (typeof value === 'boolean') return { kind: 'text', line, text: value ? 'true' : 'false' }
  if (typeof value !== 'object' || value === null) return { kind: 'nothing', line }
  const entries = Object.entries(value).map(([name, own]) => ({ name, line, value: fromJson(own, line) }))
  return { kind: 'map', line, entries }
}

/** Reads the YAML between the lines of dashes; `firstLine` is where it begins in the file. */
export function readYaml(block: string, firstLine: number): FrontReading {
  const refusal = refuse(block)
  if (refusal) return invalid(firstLine + refusal.line, refusal.message)
  const counter = new LineCounter()
  const document = parseDocument(block, {
    lineCounter: counter,
    logLevel: 'silent',
    prettyErrors: false,
    uniqueKeys: true,
  })
  const lineAt = (offset: number): number => firstLine + Math.max(1, counter.linePos(offset).line) - 1
  const mistakes = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }))
  if (mistakes.length > 0) return { kind: 'invalid', errors: mistakes }
  const errors: AreaFileError[] = []
  const root = toValue(document.contents, { lineAt, complain: (error) => errors.push(error) })
  if (errors.length > 0) return { kind: 'invalid', errors }
  return root.kind === 'map'
    ? { kind: 'read', entries: root.entries }
    : invalid(firstLine, 'The front matter must be names with values.')
}

interface Conversion {
  readonly lineAt: (offset: number) => number
  readonly complain: (error: AreaFileError) => void
}

function toValue(node: ParsedNode | null, conversion: Conversion): FrontValue {
  const line = conversion.lineAt(node?.range[0] ?? 0)
  if (node === null) return { kind: 'nothing', line }
  if (isAlias(node)) {
    conversion.complain({ line, message: 'Aliases are not read here; write the value out.' })
    return { kind: 'nothing', line }
  }
  if (isMap(node)) return { kind: 'map', line, entries: toEntries(node.items, conversion) }
  if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => toValue(item, conversion)) }
  const { value, source } = node
  if (value === null) return { kind: 'nothing', line }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', line, value }
  return { kind: 'text', line, text: typeof value === 'string' ? value : (source ?? '') }
}

function toEntries(
  items: readonly { readonly key: ParsedNode | null; readonly value: ParsedNode | null }[],
  conversion: Conversion,
): readonly FrontEntry[] {
  return items.flatMap(({ key, value }) => {
    const line = conversion.lineAt(key?.range[0] ?? 0)
    if (!isScalar(key)) {
      conversion.complain({ line, message: 'A name must be a plain word or a quoted text.' })
      return []
    }
    // A name stays as it is written: 401 and no are words too.
    const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
    return { name, line, value: toValue(value, conversion) }
  })
}

/** What would cost a YAML parser far more than its length is refused before it is parsed; lines from 0. */
function refuse(block: string): AreaFileError | undefined {
  if (block.length > MOST_CHARACTERS)
    return { line: 0, message: `The front matter is longer than ${MOST_CHARACTERS} characters.` }
  let depth = 0
  for (const [line, text] of block.split('\n').entries()) {
    for (const bracket of text.match(/[[\]{}]/g) ?? [])
      depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    const indicators = /^[-?: \t]*/.exec(text)?.[0].replace(/[ \t]/g, '') ?? ''
    if (
      depth > DEEPEST_NESTING ||
      indicators.length > DEEPEST_NESTING ||
      (text.match(/[[{]/g)?.length ?? 0) > 64
    )
      return { line, message: `Nested more than ${DEEPEST_NESTING} deep.` }
  }
  return undefined
}

function invalid(line: number, message: string): FrontReading {
  return { kind: 'invalid', errors: [{ line, message }] }
}
