import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { formatTokens } from '../view-model/format-tokens.ts'
import { previewWindow } from './preview-window.ts'

interface PreviewLinesProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
}

/** The text with its line numbers, the cited lines marked and in view. It is shown as text: nothing in it takes effect. */
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
              <span className="preview-text">{isCited(number) ? <mark>{line || ' '}</mark> : line}</span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
