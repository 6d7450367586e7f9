import { type MouseEvent, type ReactNode, useContext } from 'react'
import { filesHref } from '../workbench/place.ts'
import { NoteLinksContext } from './note-links.ts'
import './note-link.css'

interface NoteAnchorProps {
  readonly path: string
  readonly heading: string | undefined
  /** Why it leads less far than it says. */
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** The link to a note. It has an address, so that it can be opened in another tab as well. */
export function NoteAnchor({ path, heading, problem, children }: NoteAnchorProps) {
  const links = useContext(NoteLinksContext)
  const open = (event: MouseEvent) => {
    if (!links || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    links.open(path, heading)
  }
  return (
    <a
      className={problem === undefined ? 'note-link' : 'note-link unresolved'}
      href={filesHref(path, heading === undefined ? undefined : { kind: 'heading', heading })}
      title={problem ?? path}
      onClick={open}
    >
      {children}
    </a>
  )
}
