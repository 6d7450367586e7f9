import { type ComponentProps, isValidElement } from 'react'

/** A block of code. A query stays one here: what it finds is made when the note is sent. */
export function NoteCode({ children }: ComponentProps<'pre'>) {
  const code = <pre tabIndex={0}>{children}</pre>
  if (!isQuery(children)) return code
  return (
    <figure className="note-query">
      {code}
      <figcaption>Dataview query: its result is sent, not shown here</figcaption>
    </figure>
  )
}

function isQuery(children: ComponentProps<'pre'>['children']): boolean {
  return (
    isValidElement<{ readonly className?: string }>(children) &&
    children.props.className === 'language-dataview'
  )
}
