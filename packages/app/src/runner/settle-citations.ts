import type { SourceView } from '../views.ts'
import type { CitedPlace } from './citable-places.ts'

export interface SettledCitations {
  readonly text: string
  readonly sources: readonly SourceView[]
}

const MARK = /\[\^(\d{1,4})\](?!:)/g
/** Marks that stand together, with the blanks before them. */
const MARKS = /[ \t]{0,3}\[\^\d{1,4}\](?!:)(?:[ \t]{0,3}\[\^\d{1,4}\](?!:))*/g
const PLAIN_MARK = /(?<![\w\]!])\[(\d{1,3})\](?![(:[])/g
/** `[^2]: path/to/note.md, lines 3–9` or `report.pdf, p. 12`, as models list what they used. */
const DEFINITION =
  /^\[\^(\d{1,4})\]:[ \t]*(.+?)(?:,? (lines?|L|pages?|pp?|cells?)\.? ?(\d{1,7})(?: ?(?:-|–|—|to) ?L?(\d{1,7}))?)?[ \t]*$/
/** By how models begin their words. */
const UNITS: Readonly<Record<string, 'page' | 'cell'>> = { p: 'page', c: 'cell' }

/**
 * Citations of an answer, numbered without gaps by first mention, each source once. `known` are the sources that
 * the model was given by number; those that it lists itself count too where `placeOf` knows them, and its list
 * leaves the text; pages of the web become links. Where it tried to cite and named none that there is, all known
 * sources are listed.
 */
export function settleCitations(
  text: string,
  known: readonly SourceView[],
  placeOf: (listed: string) => CitedPlace | undefined,
): SettledCitations {
  const { body, listed } = takeDefinitions(text)
  if (known.length === 0 && listed.length === 0) return { text, sources: [] }
  const sources = new Map(known.map((source) => [source.number, source]))
  const links = new Map<number, string>()
  for (const source of listed) {
    const place = placeOf(source.path)
    if (place?.kind === 'file') sources.set(source.number, { ...source, path: place.path })
    if (place?.kind === 'page') links.set(source.number, linkTo(place.url))
  }
  const hasMarks = body.match(MARK) !== null
  const marked = hasMarks
    ? body
    : body.replace(PLAIN_MARK, (mark, number: string) => {
        return sources.has(Number(number)) ? `[^${number}]` : mark
      })
  const cited = new Map<string, SourceView>()
  const settled = replaceMarks(marked, (number) => {
    const source = sources.get(number)
    if (!source) return links.get(number) ?? ''
    const name = JSON.stringify([source.path, source.lines, source.unit])
    const before = cited.get(name)
    const kept = before ?? { ...source, number: cited.size + 1 }
    cited.set(name, kept)
    return `[^${kept.number}]`
  })
  if (cited.size > 0) return { text: settled, sources: [...cited.values()] }
  const tried = hasMarks || listed.length > 0
  return {
    text: settled,
    sources: tried ? known.map((source, index) => ({ ...source, number: index + 1 })) : [],
  }
}

/** Marks that go leave no hole: no blank before a comma, or at the end of a line. */
function replaceMarks(text: string, markFor: (number: number) => string): string {
  return text.replace(MARKS, (marks: string, at: number) => {
    const replaced = marks.replace(MARK, (_mark, number: string) => markFor(Number(number)))
    if (replaced.trim() !== '') return replaced
    return /^[\s.,;:!?)\]]|^$/.test(text.charAt(at + marks.length)) ? '' : (/^[ \t]*/.exec(marks)?.[0] ?? '')
  })
}

function linkTo(url: string): string {
  return URL.canParse(url) ? ` ([${new URL(url).host}](${url}))` : ''
}

/** Only at the end of a text: elsewhere such lines are a part of it. */
function takeDefinitions(text: string): { readonly body: string; readonly listed: readonly SourceView[] } {
  const lines = text.split('\n')
  const listed: SourceView[] = []
  let end = lines.length
  while (end > 0) {
    const line = (lines[end - 1] ?? '').trim()
    const source = parseDefinition(line)
    if (source) listed.unshift(source)
    else if (line !== '') break
    end -= 1
  }
  if (listed.length === 0) return { body: text, listed }
  const isHeading = /^(?:#{1,6} |\*\*)?(?:sources?|references?|fuentes|sources? :)\W*$/i.test(
    lines[end - 1]?.trim() ?? '',
  )
  const body = lines.slice(0, isHeading ? end - 1 : end)
  return { body: body.join('\n').trimEnd(), listed }
}

function parseDefinition(line: string): SourceView | undefined {
  const [, number, name, word = 'l', from, to] = DEFINITION.exec(line) ?? []
  if (number === undefined || name === undefined) return undefined
  const path = name.replace(/^\[\[(.+?)\]\]$/, '$1').replace(/^`(.+)`$/, '$1')
  const first = Number(from ?? 1)
  const unit = UNITS[word.charAt(0).toLowerCase()]
  return { number: Number(number), path, lines: [first, Number(to ?? first)], ...(unit ? { unit } : {}) }
}
