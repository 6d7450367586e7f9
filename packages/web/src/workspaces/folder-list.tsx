import type { FolderChoiceView } from '@varve/server/types'
import { useEffect, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'

interface FolderListProps {
  readonly folder: FolderChoiceView
  readonly onOpen: (path: string) => void
}

/** The folders inside a folder. Arrow keys move among them as Tab does. */
export function FolderList({ folder, onOpen }: FolderListProps) {
  const list = useRef<HTMLUListElement>(null)
  const none = useRef<HTMLParagraphElement>(null)
  const { path, folders, more } = folder
  useEffect(() => {
    // Whoever went into a folder by key goes on in it; the field keeps its focus.
    if (document.activeElement === document.body || document.activeElement?.closest('.open-folder-body'))
      (list.current?.querySelector('button') ?? none.current)?.focus()
  }, [])
  const move = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[at + by]?.focus()
  }
  if (folders.length === 0)
    return (
      <p ref={none} className="open-folder-wait" tabIndex={-1}>
        No folders in here.
      </p>
    )
  return (
    <ul
      ref={list}
      className="folder-list"
      aria-label={`Folders in ${path}`}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      {folders.map((each) => (
        <li key={each.path}>
          <button type="button" onClick={() => onOpen(each.path)}>
            <Icon name="folder" />
            <span className="grow cut">{each.name}</span>
            {each.obsidian ? <span className="tag">Obsidian vault</span> : null}
            <Icon name="right" size={14} />
          </button>
        </li>
      ))}
      {more === undefined ? null : (
        <li className="open-folder-wait">{formatTokens(more)} more are not listed. Type the path.</li>
      )}
    </ul>
  )
}
