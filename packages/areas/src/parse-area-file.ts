import {
  type Area,
  type AreaNegative,
  type AreaPlace,
  type AreaTerm,
  type LocalText,
  isLanguage,
} from './area.ts'
import { type AreaFileError, type FrontEntry, type FrontValue, readJson, readYaml } from './front-matter.ts'
import { splitWords } from './split-words.ts'

export type FieldsReading =
  | { readonly kind: 'fields'; readonly area: Omit<Area, 'guidance'> }
  | { readonly kind: 'invalid'; readonly errors: readonly AreaFileError[] }

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LANGUAGE_CODE = /^[a-z]{2}$/
const MOST_TERMS = 2_000
const LONGEST_TERM = 100
const MOST_WORDS = 8
const [LEAST_WEIGHT, MOST_WEIGHT] = [1, 5]
/** Of a term that is in a list. */
const LISTED_WEIGHT = 3

/** Makes the fields of an area of the front matter. Names that are not known are left to others. */
export function readAreaFields(entries: readonly FrontEntry[], place: AreaPlace): FieldsReading {
  const reader = new FieldReader(new Map(entries.map(({ name, value }) => [name, value])))
  const area = {
    id: reader.slug('id', place.id),
    pack: reader.slug('pack', place.pack),
    name: reader.name(place.id),
    languages: reader.languages(),
    terms: reader.terms(),
    negatives: reader.negatives(),
  }
  return reader.errors.length > 0
    ? { kind: 'invalid', errors: reader.errors.toSorted((a, b) => a.line - b.line) }
    : { kind: 'fields', area }
}

class FieldReader {
  readonly errors: AreaFileError[] = []
  readonly #values: ReadonlyMap<string, FrontValue>

  constructor(values: ReadonlyMap<string, FrontValue>) {
    this.#values = values
  }

  /** Where the file says it, it must be as the file is called, or one would override what it does not seem to. */
  slug(field: 'id' | 'pack', expected: string): string {
    const value = this.#values.get(field)
    const said = value === undefined || value.kind === 'nothing' ? expected : textOf(value)
    const line = value?.line ?? 1
    if (said === undefined || !SLUG.test(said))
      this.#complain(line, `"${field}" must be small letters, digits and single dashes.`)
    else if (said !== expected) this.#complain(line, `"${field}" is ${said}, but the file is at ${expected}.`)
    return said ?? expected
  }

  name(fallback: string): LocalText {
    const value = this.#values.get('name')
    if (value === undefined || value.kind === 'nothing') return { any: fallback }
    const text = textOf(value)
    if (text !== undefined) return { any: text }
    if (value.kind !== 'map')
      return this.#refuse(value, '"name" must be a text, or one text by language.', {})
    return Object.fromEntries(
      value.entries.map(({ name, line, value: own }) => {
        const local = textOf(own)
        if (local === undefined || !LANGUAGE_CODE.test(name))
          this.#complain(line, '"name" must have texts by language, such as en.')
        return [name, local ?? '']
      }),
    )
  }

  languages(): readonly string[] {
    const value = this.#values.get('languages')
    if (value === undefined || value.kind === 'nothing') return []
    if (value.kind !== 'list') return this.#refuse(value, '"languages" must be a list, such as [en, fr].', [])
    return value.items.map((item) => {
      const code = textOf(item)
      if (code === undefined || !LANGUAGE_CODE.test(code))
        this.#complain(item.line, 'A language is two small letters, such as en.')
      return code ?? ''
    })
  }

  terms(): readonly AreaTerm[] {
    const found = this.#byLanguage('terms').flatMap(({ language, value }) =>
      this.#weighted(value).map((term) => ({
        ...term,
        language: isLanguage(language) ? language : ('any' as const),
      })),
    )
    if (found.length > MOST_TERMS)
      this.#complain(this.#values.get('terms')?.line ?? 1, `More than ${MOST_TERMS} terms.`)
    return found
  }

  negatives(): readonly AreaNegative[] {
    return this.#byLanguage('negatives').flatMap(({ language, value }) => {
      if (value.kind === 'nothing') return []
      if (value.kind !== 'list') return this.#refuse(value, '"negatives" must be lists of phrases.', [])
      return value.items.map((item) => ({
        text: this.#phrase(textOf(item) ?? '', item.line),
        language: isLanguage(language) ? language : ('any' as const),
      }))
    })
  }

  /** The parts of a field by language, or the whole of it where it has none. */
  #byLanguage(field: string): readonly { readonly language: string; readonly value: FrontValue }[] {
    const value = this.#values.get(field)
    if (value === undefined || value.kind === 'nothing') return []
    const isSplit =
      value.kind === 'map' &&
      value.entries.length > 0 &&
      value.entries.every(({ name, value: own }) => LANGUAGE_CODE.test(name) && own.kind !== 'number')
    if (!isSplit) return [{ language: 'any', value }]
    return value.entries.map(({ name, value: own }) => ({ language: name, value: own }))
  }

  #weighted(value: FrontValue): readonly { readonly text: string; readonly weight: number }[] {
    if (value.kind === 'nothing') return []
    if (value.kind === 'list')
      return value.items.map((item) => ({
        text: this.#phrase(textOf(item) ?? '', item.line),
        weight: LISTED_WEIGHT,
      }))
    if (value.kind !== 'map') return this.#refuse(value, '"terms" must be a list, or words with weights.', [])
    return value.entries.map(({ name, line, value: own }) => {
      const weight = own.kind === 'number' ? own.value : Number.NaN
      if (!(weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT))
        this.#complain(
          line,
          `The weight of "${name}" must be a number from ${LEAST_WEIGHT} to ${MOST_WEIGHT}.`,
        )
      return { text: this.#phrase(name, line), weight }
    })
  }

  #phrase(text: string, line: number): string {
    const count = splitWords(text).folded.length
    if (count === 0 || count > MOST_WORDS || text.length > LONGEST_TERM || /^\s*\*(?:\s|$)/.test(text))
      this.#complain(
        line,
        `"${text.slice(0, LONGEST_TERM)}" must be 1 to ${MOST_WORDS} words, at most ${LONGEST_TERM} characters, and not begin with *.`,
      )
    return text
  }

  #refuse<Empty>(value: FrontValue, message: string, empty: Empty): Empty {
    this.#complain(value.line, message)
    return empty
  }

  #complain(line: number, message: string): void {
    this.errors.push({ line, message })
  }
}

function textOf(value: FrontValue): string | undefined {
  if (value.kind === 'text') return value.text.trim() === '' ? undefined : value.text
  return value.kind === 'number' ? String(value.value) : undefined
}

export type { AreaFileError } from './front-matter.ts'

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
  const fields = readFields(lines.slice(1, end).join('\n'), place)
  if (fields.kind === 'invalid') return fields
  const guidance = readGuidance(lines.slice(end + 1))
  const used = Object.keys({ ...fields.area.name, ...guidance }).filter((code) => code !== 'any')
  const languages = fields.area.languages.length > 0 ? fields.area.languages : [...new Set(used)]
  return { kind: 'area', area: { ...fields.area, languages, guidance } }
}

/** A mistake in JSON is looked for again as YAML, which knows its line. */
function readFields(block: string, place: AreaPlace): FieldsReading {
  const entries = readJson(block, 2)
  const fields = entries && readAreaFields(entries, place)
  if (fields?.kind === 'fields') return fields
  const front = readYaml(block, 2)
  return front.kind === 'invalid' ? front : readAreaFields(front.entries, place)
}

/** The body by language; what is before the first `<!-- en -->` is for all. */
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
