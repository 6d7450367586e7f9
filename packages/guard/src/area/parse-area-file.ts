import type { Area, AreaPlace, LocalText } from './area.ts'
import { readAreaFields } from './read-area-fields.ts'
import { type AreaFileError, readFrontMatter } from './read-front-matter.ts'

export type { AreaFileError } from './read-front-matter.ts'

export type AreaParsing =
  | { readonly kind: 'area'; readonly area: Area }
  | { readonly kind: 'invalid'; readonly errors: readonly AreaFileError[] }

const MOST_CHARACTERS = 262_144
const DASHES = /^---[ \t]*$/
const LANGUAGE_LINE = /^[ \t]*<!--[ \t]*([a-z]{2})[ \t]*-->[ \t]*$/

/** Reads an area file. What is wrong is said with its line; then there is no area, for half of one would mislead. */
export function parseAreaFile(text: string, place: AreaPlace): AreaParsing {
  if (text.length > MOST_CHARACTERS)
    return invalid(1, `The file is longer than ${MOST_CHARACTERS} characters.`)
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  if (!DASHES.test(lines[0] ?? '')) return invalid(1, 'The file must begin with a line of three dashes.')
  const end = lines.findIndex((line, index) => index > 0 && DASHES.test(line))
  if (end < 0) return invalid(1, 'The front matter has no closing line of three dashes.')
  const front = readFrontMatter(lines.slice(1, end).join('\n'), 2)
  if (front.kind === 'invalid') return front
  const fields = readAreaFields(front.entries, place)
  if (fields.kind === 'invalid') return fields
  const guidance = readGuidance(lines.slice(end + 1))
  const used = Object.keys({ ...fields.area.name, ...guidance }).filter((code) => code !== 'any')
  const languages = fields.area.languages.length > 0 ? fields.area.languages : [...new Set(used)]
  return { kind: 'area', area: { ...fields.area, languages, guidance } }
}

/** The body by language; what stands before the first `<!-- en -->` is for all. */
function readGuidance(lines: readonly string[]): LocalText {
  const parts = new Map<string, string[]>()
  let language = 'any'
  for (const line of lines) {
    const named = LANGUAGE_LINE.exec(line)?.[1]
    if (named !== undefined) language = named
    else parts.set(language, [...(parts.get(language) ?? []), line])
  }
  const texts = [...parts].map(([code, own]) => [code, own.join('\n').trim()] as const)
  return Object.fromEntries(texts.filter(([, own]) => own !== ''))
}

function invalid(line: number, message: string): AreaParsing {
  return { kind: 'invalid', errors: [{ line, message }] }
}
