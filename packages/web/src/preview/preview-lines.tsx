import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { LinkedPieces } from '../markdown/linked-pieces.tsx'
import { Button } from '../parts/button.tsx'
import { fencedLines } from '../view-model/files/fenced-lines.ts'
import { splitLinkedLine } from '../view-model/files/split-linked-line.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { previewWindow, WINDOW } from './preview-window.ts'

interface PreviewLinesProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
  /** It is Markdown: outside its code `[[ ]]` is a link. */
  readonly hasLinks: boolean
}

/** Longer texts are turned over in parts: drawn whole they would hold the page up. */
const LONGEST_WHOLE = 300_000
/** A line beyond this is data, not something to read. */
const LONGEST_LINE = 5_000

/** The text with its line numbers, the cited lines marked and in view. It is shown as text: nothing in it takes effect but the links of a note. */
export function PreviewLines({ content, cited, hasLinks }: PreviewLinesProps) {
  const lines = useMemo(() => content.split(/\r\n|\n|\r/), [content])
  const code = useMemo(() => (hasLinks ? fencedLines(lines) : undefined), [hasLinks, lines])
  const [all, setAll] = useState(false)
  const [middle, setMiddle] = useState<number>()
  const around = middle === undefined ? cited : ([middle, middle] as const)
  const [first, last] = all ? [1, lines.length] : previewWindow(lines.length, around)
  const mark = useRef<HTMLLIElement>(null)
  const top = useRef<HTMLDivElement>(null)
  // In braces: some browsers return a promise here, which is no way to clean up an effect.
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [])
  useLayoutEffect(() => {
    if (middle !== undefined) top.current?.scrollIntoView({ block: 'start' })
  }, [middle])
  const isCited = (line: number) => cited !== undefined && line >= cited[0] && line <= cited[1]
  const shown = lines.slice(first - 1, last)
  const isPart = shown.length < lines.length
  const canShowAll = content.length <= LONGEST_WHOLE
  const part = { first, last, count: lines.length, onMiddle: setMiddle }
  return (
    <>
      <div ref={top}>
        {isPart ? <Part {...part} onAll={canShowAll ? () => setAll(true) : undefined} /> : null}
      </div>
      <ol className="preview-lines">
        {shown.map((line, index) => {
          const number = first + index
          const text = <Line line={line} hasLinks={code?.has(number - 1) === false} />
          return (
            <li
              key={number}
              data-line={number}
              ref={number === cited?.[0] ? mark : undefined}
              className={isCited(number) ? 'cited' : undefined}
            >
              <span className="preview-number figures" aria-hidden="true">
                {number}
              </span>
              <span className="preview-text">
                {isCited(number) ? <mark>{line === '' ? ' ' : text}</mark> : text}
              </span>
            </li>
          )
        })}
      </ol>
      {isPart && !canShowAll ? <Part {...part} onAll={undefined} /> : null}
    </>
  )
}

interface PartProps {
  readonly first: number
  readonly last: number
  readonly count: number
  /** Shows the lines around one. */
  readonly onMiddle: (line: number) => void
  /** Absent where all would be too much. */
  readonly onAll: (() => void) | undefined
}

/** Which lines are shown, and the way to the others. */
function Part({ first, last, count, onMiddle, onAll }: PartProps) {
  return (
    <p className="preview-part">
      Lines {formatTokens(first)}–{formatTokens(last)} of {formatTokens(count)}
      {onAll ? (
        <Button small onClick={onAll}>
          Show all
        </Button>
      ) : (
        <>
          <Button small disabled={first === 1} onClick={() => onMiddle(first - WINDOW / 2)}>
            Earlier lines
          </Button>
          <Button small disabled={last === count} onClick={() => onMiddle(last + WINDOW / 2)}>
            Later lines
          </Button>
        </>
      )}
    </p>
  )
}

function Line({ line, hasLinks }: { readonly line: string; readonly hasLinks: boolean }) {
  const more = line.length - LONGEST_LINE
  const shown = more > 0 ? line.slice(0, LONGEST_LINE) : line
  return (
    <>
      {hasLinks ? <LinkedPieces pieces={splitLinkedLine(shown)} /> : shown}
      {more > 0 ? <span className="faint"> … and {formatTokens(more)} more characters</span> : null}
    </>
  )
}
