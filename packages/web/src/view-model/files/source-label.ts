import type { AnswerView, SourceView } from '@varve/server/types'
import { keyParts, queryLine } from './key-parts.ts'
import { splitPath } from './split-file-name.ts'

/** A place in words: `line 4`, `lines 12–31` or `page 146`. */
export function lineLabel(
  [first, last]: readonly [number, number],
  unit: NonNullable<SourceView['unit']> = 'line',
): string {
  return first === last ? `${unit} ${first}` : `${unit}s ${first}–${last}`
}

/** What a source is called: its file, a query by the note it stands in, an upload by its own name. */
export function sourceName({ path, title }: SourceView): string {
  const parts = keyParts(path)
  switch (parts.kind) {
    case 'file':
      return splitPath(path).name
    case 'query':
      return `Query in ${splitPath(parts.path).name}${lineOf(title)}`
    case 'held':
      return title ?? parts.label
    case 'group':
      return parts.label
    default:
      return parts satisfies never
  }
}

/** A note may hold many queries. */
function lineOf(title: string | undefined): string {
  const line = queryLine(title)
  return line === undefined ? '' : `, line ${line}`
}

/** A source by its name: `side-letter.md, lines 12–31`. The lines of a query would be those of its result. */
export function sourceLabel(source: SourceView): string {
  const lines = hasLines(source) ? `, ${lineLabel(source.lines, source.unit)}` : ''
  return `${sourceName(source)}${lines}`
}

/** Whether its lines can be looked up in something that the user has. */
export function hasLines({ path }: SourceView): boolean {
  return keyParts(path).kind !== 'query'
}

/** An answer for the clipboard: its Markdown, with each citation defined below it. */
export function answerAsMarkdown(answer: AnswerView): string {
  if (answer.sources.length === 0) return answer.text
  const notes = answer.sources.map((source) => {
    const isFile = keyParts(source.path).kind === 'file'
    const name = isFile ? `${source.path}, ${lineLabel(source.lines, source.unit)}` : sourceLabel(source)
    return `[^${source.number}]: ${name}`
  })
  return `${answer.text.trimEnd()}\n\n${notes.join('\n')}\n`
}
