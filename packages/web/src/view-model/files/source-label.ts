import type { AnswerView, SourceView } from '@varve/server/types'
import { splitPath } from './split-file-name.ts'

/** The lines of a source in words: `line 4` or `lines 12–31`. */
export function lineLabel([first, last]: readonly [number, number]): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** A source by the name of its file: `side-letter.md, lines 12–31`. */
export function sourceLabel(source: SourceView): string {
  return `${splitPath(source.path).name}, ${lineLabel(source.lines)}`
}

/** An answer for the clipboard: its Markdown, with each citation defined below it. */
export function answerAsMarkdown(answer: AnswerView): string {
  if (answer.sources.length === 0) return answer.text
  const notes = answer.sources.map(
    (source) => `[^${source.number}]: ${source.path}, ${lineLabel(source.lines)}`,
  )
  return `${answer.text.trimEnd()}\n\n${notes.join('\n')}\n`
}
