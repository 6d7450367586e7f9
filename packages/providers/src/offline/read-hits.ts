import type { PlaceUnit } from '@varve/engine'
import type { ContextDocument } from './context-document.ts'

const HEAD = /^- (.+), (line|page|cell)s? (\d{1,9})(?:-(\d{1,9}))?:$/

interface Found {
  readonly path: string
  readonly unit: PlaceUnit
  readonly range: readonly [number, number]
  readonly lines: string[]
}

/** The passages of a search, as the engine lays them down in a result: each can be quoted at its lines. */
export function readHits(content: string): readonly Omit<ContextDocument, 'attachedNow'>[] {
  const found: Found[] = []
  for (const line of content.split('\n')) {
    const [, path, unit = 'line', from, to = from] = HEAD.exec(line) ?? []
    const range = [Number(from), Number(to)] as const
    if (path !== undefined) found.push({ path, unit: unit as PlaceUnit, range, lines: [] })
    // A hit that is readable above or below has no text of its own here.
    else if (/^- .+ \(readable (?:above|below)\)$/.test(line))
      found.push({ path: '', unit: 'line', range: [1, 1], lines: [] })
    else found.at(-1)?.lines.push(line)
  }
  return found
    .filter(({ path }) => path !== '')
    .map(({ path, unit, range, lines }) => ({
      key: `${path}#L${range[0]}`,
      path,
      title: path,
      text: withoutHeadings(lines).join('\n').trimEnd(),
      format: /\.(?:md|markdown|mdx|txt|pdf)$/i.test(path) ? 'markdown' : 'plain',
      isNote: path.endsWith('.md'),
      firstLine: unit === 'line' ? range[0] : 1,
      ...(unit === 'line' ? {} : { place: { unit, range } }),
    }))
}

/** The headings that a passage stands under come before it, in brackets, and are no line of the file. */
function withoutHeadings(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines
  return /^\[.+\]$/.test(first) ? lines.slice(1) : lines
}
