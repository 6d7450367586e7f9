import type { DefinitionProblem, JsonObject } from '@varve/contract'
import type { JsonValue } from '@varve/engine/internal'
import { isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml'

/** The front matter of a file, with the line of each of its values, and what follows it. */
export interface FrontMatterReading {
  readonly kind: 'read'
  readonly values: JsonObject
  readonly lineOf: (path: readonly PropertyKey[]) => number
  readonly body: string
}

export type FrontMatterResult =
  | FrontMatterReading
  | { readonly kind: 'none'; readonly body: string }
  | { readonly kind: 'unsound'; readonly problems: readonly DefinitionProblem[] }

export const MOST_CHARACTERS = 200_000
const MOST_FRONT_MATTER = 32_768
const DEEPEST = 16
const DASHES = /^---[ \t]*$/

/** Parts a file into its front matter and its body. */
export function readFrontMatter(text: string): FrontMatterResult {
  if (text.length > MOST_CHARACTERS)
    return unsound(1, `The file is longer than ${MOST_CHARACTERS} characters.`)
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  if (!DASHES.test(lines[0] ?? '')) return { kind: 'none', body: lines.join('\n').trim() }
  const end = lines.findIndex((line, index) => index > 0 && DASHES.test(line))
  if (end < 0) return unsound(1, 'The front matter has no closing line of three dashes.')
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  return readYaml(lines.slice(1, end), body)
}

function readYaml(lines: readonly string[], body: string): FrontMatterResult {
  const refused = refuse(lines)
  if (refused) return refused
  const counter = new LineCounter()
  const options = { lineCounter: counter, logLevel: 'silent', prettyErrors: false, uniqueKeys: true } as const
  const document = parseDocument(lines.join('\n'), options)
  const lineAt = (offset: number): number => 1 + Math.max(1, counter.linePos(offset).line)
  const problems = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }))
  visit(document, {
    Alias: (_, node) => {
      const line = lineAt(node.range?.[0] ?? 0)
      problems.push({ line, message: 'Aliases are not read here; write the value out.' })
    },
  })
  if (problems.length > 0) return { kind: 'unsound', problems }
  const values = (document.toJS() ?? {}) as JsonValue
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return unsound(2, 'The front matter must be names with values.')
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && !isAlias(node) && node.range) return lineAt(node.range[0])
    }
    return 2
  }
  return { kind: 'read', values: values as JsonObject, lineOf, body }
}

/** What would cost a YAML parser far more than its length is refused before it is parsed. */
function refuse(lines: readonly string[]): FrontMatterResult | undefined {
  let depth = 0
  let length = 0
  for (const [index, line] of lines.entries()) {
    length += line.length
    for (const bracket of line.match(/[[\]{}]/g) ?? [])
      depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    const indicators = /^[-?: \t]*/.exec(line)?.[0].replace(/[ \t]/g, '') ?? ''
    if (depth > DEEPEST || indicators.length > DEEPEST || (line.match(/[[{]/g)?.length ?? 0) > 64)
      return unsound(index + 2, `The front matter is nested more than ${DEEPEST} deep.`)
    if (length > MOST_FRONT_MATTER)
      return unsound(index + 2, `The front matter is longer than ${MOST_FRONT_MATTER} characters.`)
  }
  return undefined
}

function unsound(line: number, message: string): FrontMatterResult {
  return { kind: 'unsound', problems: [{ line, message }] }
}
