import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import './line-editor.css'

export interface LineEditorHandle {
  /** Marks a line, counted from 1, and brings it into view. */
  readonly goTo: (line: number) => void
}

interface LineEditorProps {
  readonly ref: Ref<LineEditorHandle>
  readonly label: string
  readonly text: string
  /** Lines with a mistake. */
  readonly wrong: readonly number[]
  /** What is wrong, for those who do not see the marks. */
  readonly describedBy: string | undefined
  readonly onChange: (text: string) => void
}

/** A plain field with its lines numbered. A copy of the text behind it gives each line its height. */
export function LineEditor({ ref, label, text, wrong, describedBy, onChange }: LineEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => text.split('\n'), [text])
  useImperativeHandle(
    ref,
    () => ({
      goTo: (line) => {
        const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
        field.current?.focus({ preventScroll: true })
        field.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
        copy.current?.children[line - 1]?.scrollIntoView({ block: 'center' })
      },
    }),
    [lines],
  )
  return (
    <div className="line-editor mono">
      <div ref={copy} className="line-editor-lines" aria-hidden="true">
        {lines.map((line, at) => (
          // Lines have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} data-wrong={wrong.includes(at + 1) ? true : undefined}>
            {line === '' ? '\u200b' : line}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={wrong.length > 0 ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
