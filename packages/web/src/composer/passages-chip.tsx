import './passages-chip.css'
import type { PassageView, TurnView } from '@varve/contract'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/menu.tsx'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { useKept } from './use-kept.ts'
import { t } from '../i18n/t.ts'
import { lineLabel } from '../view-model/files/file-names.ts'

type SentPassage = NonNullable<TurnView['passages']>[number]
type Passage = SentPassage & Partial<Pick<PassageView, 'text'>>

interface PassagesChipProps {
  readonly passages: readonly Passage[]
  /** They wait for the user's word before they go to a cloud model. */
  readonly isAsked?: boolean
  readonly about: string
  readonly onPin: (passage: Passage) => void
  readonly onDrop: (passage: Passage) => void
  readonly dropWords: string
}

/** Passages that Varve found by itself: one chip, which lists them to be opened, pinned or dropped. */
export function PassagesChip(props: PassagesChipProps) {
  const { passages, isAsked = false, about, onPin, onDrop, dropWords } = props
  const { openPreview } = useActions()
  const words = passagesWords(passages)
  return (
    <Popover
      label={words}
      button={
        <>
          <Icon name="search" size={14} />
          {words}
          {isAsked ? <span className="chip-note">{t('asks first')}</span> : null}
          <Icon name="down" size={14} />
        </>
      }
      buttonClass="passages-button"
      side="above"
    >
      <p className="kept-hint">{about}</p>
      <ul className="passages-list">
        {passages.map((passage) => {
          const { place, path, lines, unit, text } = passage
          const name = `${path}, ${lineLabel(lines, unit)}`
          return (
            <li key={place}>
              <button
                type="button"
                className="passage-name"
                onClick={() => openPreview({ path, lines, ...(unit ? { unit } : {}) })}
              >
                <FileName path={path} />
                <span className="figures faint">{lineLabel(lines, unit)}</span>
              </button>
              {text === undefined ? null : <p className="passage-text">{withoutProperties(text)}</p>}
              <div className="passage-actions">
                <Button
                  small
                  look="bare"
                  aria-label={t('Pin {name}', { name })}
                  onClick={() => onPin(passage)}
                >
                  <Icon name="pin" size={14} />
                  {t('Pin')}
                </Button>
                <Button small look="bare" aria-label={`${dropWords} ${name}`} onClick={() => onDrop(passage)}>
                  {dropWords}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Popover>
  )
}

/** The same for a message that was sent: what is dropped now is left out of later ones. */
export function SentPassages({ passages }: { readonly passages: readonly SentPassage[] }) {
  const { chatId, dispatch, composer } = useWorkbench()
  const { forget } = useKept()
  return (
    <PassagesChip
      passages={passages}
      about={t('Varve found {count|this|these} in your notes and sent {count|it|them} along.', {
        count: passages.length,
      })}
      onPin={({ place }) => {
        dispatch({ kind: 'attach', chat: chatId ?? NEW_CHAT, item: place })
        composer.current?.focus()
      }}
      onDrop={({ path, title }) => forget(path, title)}
      dropWords={t('Forget')}
    />
  )
}

/** `3 passages from 2 notes`. */
export function passagesWords(passages: readonly Pick<SentPassage, 'path'>[]): string {
  const notes = new Set(passages.map(({ path }) => path)).size
  return t('{passages} {passages|passage|passages} from {notes} {notes|note|notes}', {
    passages: passages.length,
    notes,
  })
}

/** What is read of a passage: the properties at the head of a note and its comments say little to a person. */
export function withoutProperties(text: string): string {
  return text
    .replace(/^---\n[^]{0,5000}?\n---\n+/, '')
    .replaceAll(/%%[^%]{0,1000}%%/g, '')
    .replace(/^(?:\s|---\n)+/, '')
}
