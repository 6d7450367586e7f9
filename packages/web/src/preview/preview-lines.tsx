import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { NoteLink } from '../markdown/note-link.tsx'
import { Button } from '../parts/button.tsx'
import { formatTokens } from '../view-model/format-tokens.ts'
import { splitNoteLinks } from '../view-model/split-note-links.ts'
import { previewWindow } from './preview-window.ts'

interface PreviewLinesProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
}

/** The text with its line numbers, the cited lines marked and in view. It is shown as text: nothing in it takes effect but links to notes. */
export function PreviewLines({ content, cited }: PreviewLinesProps) {
  const lines = content.split(/\r\n|\n|\r/)
  const [all, setAll] = useState(false)
  const [first, last] = all ? [1, lines.length] : previewWindow(lines.length, cited)
  const mark = useRef<HTMLLIElement>(null)
  // In braces: some browsers return a promise here, which is no way to clean up an effect.
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [])
  const isCited = (line: number) => cited !== undefined && line >= cited[0] && line <= cited[1]
  const shown = lines.slice(first - 1, last)
  return (
    <>
      {shown.length < lines.length ? (
        <p className="preview-part">
          Lines {formatTokens(first)}–{formatTokens(last)} of {formatTokens(lines.length)}
          <Button small onClick={() => setAll(true)}>
            Show all
          </Button>
        </p>
      ) : null}
      <ol className="preview-lines">
        {shown.map((line, index) => {
          const number = first + index
          return (
            <li
              key={number}
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
    </>
  )
}

function LinkedLine({ line }: { readonly line: string }) {
  return splitNoteLinks(line, { tags: false }).map((piece, at) => (
    // The pieces of a line have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{piece.kind === 'text' ? piece.text : <NoteLink piece={piece} />}</Fragment>
  ))
}
