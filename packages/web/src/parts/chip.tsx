import './chip.css'
import './layer-tag.css'
import type { MouseEvent, ReactNode } from 'react'
import type { ChipLook } from '../view-model/composer/describe-attachment.ts'
import { FileIcon, SplitName } from './file-name.tsx'
import { Icon } from './icon.tsx'
import type { LayerId } from '@varve/contract'
import { t } from '../i18n/t.ts'

interface ChipProps {
  readonly kind: string
  /** The address of a small picture of it, in place of its sign. */
  readonly picture?: string | undefined
  /** Loses its middle where space is short. */
  readonly label: string
  /** The whole name; also how its buttons call it. */
  readonly title: string
  /** Tokens, or what became of it. */
  readonly note?: ReactNode
  readonly look?: ChipLook
  /** Its priority, if not the normal one. */
  readonly mark?: 'essential' | 'optional' | undefined
  /** The way to change that. */
  readonly marker?: ReactNode
  readonly onOpen?: (() => void) | undefined
  /** Something else to do with it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  readonly onRemove?: ((event: MouseEvent) => void) | undefined
}

/** One piece of context: icon, name, tokens, action. */
export function Chip(props: ChipProps) {
  const { kind, picture, label, title, note, look = 'plain', mark, marker, onOpen, action, onRemove } = props
  const isTrouble = look === 'refused' || look === 'warned'
  const body = (
    <>
      {isTrouble ? <Icon name="warn" size={14} /> : picture ? null : <FileIcon kind={kind} />}
      {picture ? <img className="chip-picture" src={picture} alt="" /> : null}
      <SplitName name={label} title={title} />
      {note === undefined ? null : <span className="chip-note figures">{note}</span>}
      {mark ? <span className="chip-mark">{mark}</span> : null}
    </>
  )
  return (
    <span className={`chip ${look}${mark ? ` ${mark}` : ''}`}>
      {onOpen ? (
        <button type="button" className="chip-body" onClick={onOpen}>
          {body}
        </button>
      ) : (
        <span className="chip-body">{body}</span>
      )}
      {action ? (
        <button type="button" className="chip-action" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
      {marker}
      {onRemove ? (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('Remove {title}', { title })}
          title={t('Remove')}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </span>
  )
}

/** "L1" to "L5" on its colour, since colour alone isn't enough. */
export function LayerTag({ id }: { readonly id: LayerId }) {
  return (
    <span className="layer-tag" data-layer={id}>
      {id}
    </span>
  )
}
