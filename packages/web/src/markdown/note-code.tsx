import { type ComponentProps, isValidElement, type ReactNode, useContext } from 'react'
import { NoteLinksContext } from './note-links.ts'

/** A block of code. A query stays one here: what it finds is made when the note is sent, and what is not run says so. */
export function NoteCode({ children }: ComponentProps<'pre'>) {
  const { whyIdle } = useContext(NoteLinksContext) ?? {}
  const code = <pre tabIndex={0}>{children}</pre>
  const block = asCode(children)
  if (block === undefined) return code
  const reason = whyIdle?.(block.text.trim())
  const words = reason ?? (block.isScript ? undefined : RESULT)
  if (words === undefined) return code
  return (
    <figure className="note-query">
      {code}
      <figcaption>{words}</figcaption>
    </figure>
  )
}

const RESULT = 'Dataview query: its result is sent, not shown here'

function asCode(children: ReactNode): { readonly isScript: boolean; readonly text: string } | undefined {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children))
    return undefined
  const { className, children: text } = children.props
  if (className !== 'language-dataview' && className !== 'language-dataviewjs') return undefined
  return { isScript: className === 'language-dataviewjs', text: typeof text === 'string' ? text : '' }
}
