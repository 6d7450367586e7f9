import type { SourceView } from '../views.ts'

export interface SettledCitations {
  readonly text: string
  readonly sources: readonly SourceView[]
}

const MARK = /\[\^(\d{1,4})\](?!:)/g
const PLAIN_MARK = /(?<![\w\]!])\[(\d{1,3})\](?![(:[])/g
/** `[^2]: path/to/note.md, lines 3–9`, as models list what they used. */
const DEFINITION =
  /^\[\^(\d{1,4})\]:[ \t]*(.+?)(?:,? (?:lines?|L)\.? ?(\d{1,7})(?: ?(?:-|–|—|to) ?L?(\d{1,7}))?)?[ \t]*$/

/**
 * Citations of an answer, numbered without gaps by first mention, each source once. `known` are the sources that
 * the model was given by number; those that it lists itself count too, and its list leaves the text. Where it
 * tried to cite and named none that there is, all known sources are listed.
 */
export function settleCitations(text: string, known: readonly SourceView[]): SettledCitations {
  const { body, listed } = takeDefinitions(text)
  const sources = new Map([...known, ...listed].map((source) => [source.number, source]))
  if (sources.size === 0) return { text, sources: [] }
  const hasMarks = body.match(MARK) !== null
  const marked = hasMarks
    ? body
    : body.replace(PLAIN_MARK, (mark, number: string) => {
        return sources.has(Number(number)) ? `[^${number}]` : mark
      })
  const cited = new Map<string, SourceView>()
  const settled = marked.replace(MARK, (_mark, number: string) => {
    const source = sources.get(Number(number))
    if (!source) return ''
    const name = JSON.stringify([source.path, source.lines])
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
  const [, number, name, from, to] = DEFINITION.exec(line) ?? []
  if (number === undefined || name === undefined) return undefined
  const path = name.replace(/^\[\[(.+?)\]\]$/, '$1').replace(/^`(.+)`$/, '$1')
  const first = Number(from ?? 1)
  return { number: Number(number), path, lines: [first, Number(to ?? first)] }
}
