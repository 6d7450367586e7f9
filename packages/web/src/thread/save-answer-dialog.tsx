import '../parts/text-field.css'
import './save-answer-dialog.css'
import type { AnswerView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { renewFiles, useChat, useFiles } from '../api/queries.ts'
import { routes, type SaveHow } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { Icon } from '../parts/icon.tsx'
import { moveIn } from '../view-model/text/rows.ts'
import { indexFiles, rankFiles, recentFiles } from '../view-model/files/rank-files.ts'
import { t } from '../i18n/t.ts'

const SHOWN = 8

/** Signs that some system does not take in the name of a file, or that a link to a note would break at. */
const REFUSED = /[\\/:*?"<>|#^[\]\p{Cc}]+/gu

const LONGEST = 80

interface SaveAnswerDialogProps {
  readonly answer: AnswerView
  readonly how: SaveHow
  readonly onClose: () => void
}

interface Saving {
  readonly as: SaveHow
  readonly mark?: true
}

/** Writes an answer into a note: one of its own, or the end of one that is there. */
export function SaveAnswerDialog({ answer, how: begun, onClose }: SaveAnswerDialogProps) {
  const { chatId, say, openFile } = useWorkbench()
  const client = useQueryClient()
  const { data: chat } = useChat(chatId)
  const [how, setHow] = useState(begun)
  const [path, setPath] = useState(begun === 'new' ? suggestNoteName(chat?.title ?? '') : '')
  const save = useMutation({
    mutationFn: ({ as, mark }: Saving) =>
      routes.saveAnswer(chatId ?? '', answer.id, { path: path.trim(), how: as, ...(mark ? { mark } : {}) }),
    onSuccess: ({ path: saved, mark }, { as }) => {
      onClose()
      say({
        tone: 'info',
        text: [
          t(as === 'new' ? 'Saved as {path}.' : 'Added to {path}.', { path: saved }),
          ...(mark ? [t('It is marked {mark}.', { mark })] : []),
        ].join(' '),
        action: { label: t('Open'), run: () => openFile(saved) },
      })
      void renewFiles(client)
    },
  })
  const title = how === 'new' ? t('Save as note') : t('Append to note')
  const isTaken = how === 'new' && save.error instanceof WebError && save.error.serverCode === 'file-changed'
  const isUnmarked = save.error instanceof WebError && save.error.serverCode === 'not-confirmed'
  return (
    <Dialog label={title} place="center" forTyping onClose={onClose}>
      <form
        className="save-answer"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ as: how })
        }}
      >
        <div className="dialog-head">
          <h2>{title}</h2>
        </div>
        <div className="dialog-body save-answer-body">
          {how === 'new' ? (
            <label>
              <span>{t('Path in the workspace')}</span>
              <input
                className="text-field"
                value={path}
                maxLength={500}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setPath(event.target.value)}
              />
            </label>
          ) : (
            <NotePicker value={path} onChange={setPath} />
          )}
          <p>
            {t(
              'Citations become footnotes that link to their notes. If the answer draws on private or local-only notes, the note is marked the same.',
            )}
          </p>
          {isTaken ? (
            <Notice title={t('A note “{path}” already exists.', { path: path.trim() })} tone="warn">
              <p>{t('Choose another name, or add the answer to its end.')}</p>
              <Button
                small
                onClick={() => {
                  setHow('append')
                  save.mutate({ as: 'append' })
                }}
              >
                {t('Append to it')}
              </Button>
            </Notice>
          ) : isUnmarked ? (
            <Notice title={t('The whole note will be marked.')} tone="warn">
              <p>
                {t(
                  'This answer draws on private or local-only notes, and “{path}” is not marked. Once it holds the answer it is marked too, and no longer sent to cloud models.',
                  { path: path.trim() },
                )}
              </p>
              <Button small onClick={() => save.mutate({ as: how, mark: true })}>
                {t('Append and mark it')}
              </Button>
            </Notice>
          ) : save.error ? (
            <ErrorNotice error={save.error} />
          ) : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="main" type="submit" disabled={path.trim() === '' || save.isPending}>
            {how === 'new' ? t('Save') : t('Append')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The name of a note for an answer, from the title of its chat: one that every system takes. */
export function suggestNoteName(title: string): string {
  const clean = title.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()
  const short = clean.length <= LONGEST ? clean : clean.slice(0, LONGEST).replace(/\s+\S*$/, '')
  const name = short.replace(/^\.+|(?<![. ])[. ]+$/g, '')
  return `${name === '' ? t('Answer') : name}.md`
}

interface NotePickerProps {
  /** The path of the note that is chosen, or what is typed of it. */
  readonly value: string
  readonly onChange: (path: string) => void
}

/** A note of the workspace, found by typing; the ones changed last come first. */
function NotePicker({ value, onChange }: NotePickerProps) {
  const { data: files = [] } = useFiles()
  const notes = useMemo(() => files.filter(({ kind }) => kind === 'note'), [files])
  const index = useMemo(() => indexFiles(notes), [notes])
  const isChosen = notes.some(({ path }) => path === value)
  const matches = useMemo(
    () => (value === '' ? recentFiles(notes, SHOWN) : rankFiles(index, value, SHOWN).matches),
    [value, notes, index],
  )
  const [marked, setAt] = useState(0)
  const chosen = matches.findIndex(({ file }) => file.path === value)
  const at = isChosen ? chosen : Math.min(marked, matches.length - 1)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveIn(matches.length, at, event.key)
    const match = matches[at]
    if (to !== undefined && !isChosen) setAt(to)
    // What is typed in part is completed first; the next Enter saves.
    else if (event.key === 'Enter' && !isChosen && match) onChange(match.file.path)
    else return
    event.preventDefault()
  }
  return (
    <div className="note-picker">
      <label>
        <span>{t('Note')}</span>
        <input
          className="text-field"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          placeholder={t('Find a note')}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setAt(0)
            onChange(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={id} role="listbox" aria-label={t('Notes')} className="note-picker-list">
        {matches.map(({ file, name, folder }, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <div
            key={file.path}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={file.path === value}
            data-active={place === at ? true : undefined}
            className="note-picker-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(file.path)}
          >
            <Icon name={file.path === value ? 'check' : 'note'} size={14} />
            <span className="cut">{name}</span>
            <span className="cut faint grow">{folder}</span>
          </div>
        ))}
      </div>
      {matches.length === 0 ? (
        <p className="note-picker-none" role="status">
          {t('No note matches “{value}”. A new one is created.', { value })}
        </p>
      ) : null}
    </div>
  )
}
