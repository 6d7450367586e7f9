import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NoteLink } from '../markdown/note-link.tsx'
import { Button } from '../parts/button.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { splitNoteLinks } from '../view-model/files/split-note-links.ts'
import { previewWindow, WINDOW } from './preview-window.ts'

interface PreviewLinesProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
}

/** Longer texts are turned over in parts: drawn whole they would hold the page up. */
const LONGEST_WHOLE = 300_000
/** A line beyond this is data, not something to read. */
const LONGEST_LINE = 5_000

/** The text with its line numbers, the cited lines marked and in view. It is shown as text: nothing in it takes effect but links to notes. */
export function PreviewLines({ content, cited }: PreviewLinesProps) {
  const lines = useMemo(() => content.split(/\r\n|\n|\r/), [content])
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
                {isCited(number) ? (
                  <mark>
                    <LinkedLine line={line || ' '} />
                  </mark>
                ) : (
                  <LinkedLine line={line} />
                )}
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

function LinkedLine({ line }: { readonly line: string }) {
  const more = line.length - LONGEST_LINE
  const pieces = splitNoteLinks(more > 0 ? line.slice(0, LONGEST_LINE) : line, { tags: false })
  return (
    <>
      {pieces.map((piece, at) => (
        // The pieces of a line have no names, and never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>{piece.kind === 'text' ? piece.text : <NoteLink piece={piece} />}</Fragment>
      ))}
      {more > 0 ? <span className="faint"> … and {formatTokens(more)} more characters</span> : null}
    </>
  )
}
