import { useEffect, useRef, useState } from 'react'

interface ChatTitleFieldProps {
  readonly title: string
  readonly onRename: (title: string) => void
  /** `kept`: by keys, so that the focus has to go back to where it was. */
  readonly onDone: (how: 'kept' | 'left') => void
}

/** The title of a chat as a field, where it stands. Enter and going elsewhere take it over, Esc leaves it. */
export function ChatTitleField({ title, onRename, onDone }: ChatTitleFieldProps) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (takes: boolean, how: 'kept' | 'left') => {
    // A field that goes loses the focus as well.
    if (isDone.current) return
    isDone.current = true
    const next = text.trim()
    if (takes && next !== '' && next !== title) onRename(next)
    onDone(how)
  }
  return (
    <input
      ref={field}
      className="chat-title-field grow"
      aria-label="Title of the chat"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, 'left')}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Enter', 'kept')
      }}
    />
  )
}
