import type { ReactNode } from 'react'
import { FileIcon } from './file-icon.tsx'
import { FileName } from './file-name.tsx'
import { Icon } from './icon.tsx'
import './chip.css'

interface ChipProps {
  readonly path: string
  readonly kind: string
  /** Tokens, or what became of it. */
  readonly note?: ReactNode
  /** `changed`: an update was sent. `refused`: it could not be used. */
  readonly look?: 'plain' | 'changed' | 'refused'
  readonly onOpen?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
}

/** One piece of context: icon, name, tokens, action. */
export function Chip({ path, kind, note, look = 'plain', onOpen, onRemove }: ChipProps) {
  const body = (
    <>
      <FileIcon kind={kind} />
      <FileName path={path} />
      {note === undefined ? null : <span className="chip-note figures">{note}</span>}
    </>
  )
  return (
    <span className={`chip ${look}`}>
      {onOpen ? (
        <button type="button" className="chip-body" onClick={onOpen}>
          {body}
        </button>
      ) : (
        <span className="chip-body">{body}</span>
      )}
      {onRemove ? (
        <button
          type="button"
          className="chip-remove"
          aria-label={`Remove ${path}`}
          title="Remove"
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </span>
  )
}
