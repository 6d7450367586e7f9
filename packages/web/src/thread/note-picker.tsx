import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useFiles } from '../api/file-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { moveIn } from '../view-model/text/move-in.ts'
import { indexFiles, rankFiles, recentFiles } from '../view-model/files/rank-files.ts'

interface NotePickerProps {
  /** The path of the note that is chosen, or what is typed of it. */
  readonly value: string
  readonly onChange: (path: string) => void
}

const SHOWN = 8

/** A note of the workspace, found by typing; the ones changed last come first. */
export function NotePicker({ value, onChange }: NotePickerProps) {
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
        <span>Note</span>
        <input
          className="text-field"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          placeholder="Find a note"
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
      <div id={id} role="listbox" aria-label="Notes" className="note-picker-list">
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
          No note is like “{value}”. One of this name is made.
        </p>
      ) : null}
    </div>
  )
}
