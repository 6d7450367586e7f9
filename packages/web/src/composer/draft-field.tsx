import type { FileView } from '@varve/server/types'
import { type KeyboardEvent, type SyntheticEvent, useId } from 'react'
import { removeMention } from '../view-model/find-mention.ts'
import type { FileMatch } from '../view-model/rank-files.ts'
import { useActions } from '../workbench/actions.ts'
import { MentionList } from './mention-list.tsx'
import { useMentionPicker } from './use-mention-picker.ts'

interface DraftFieldProps {
  readonly text: string
  /** Where the caret stands; undefined while the field has no focus. */
  readonly caret: number | undefined
  readonly files: readonly FileView[]
  readonly keptKeys: readonly string[]
  readonly attached: readonly string[]
  readonly placeholder: string
  readonly onText: (text: string) => void
  readonly onCaret: (caret: number | undefined) => void
  /** The note that was picked, and the text without its mention. */
  readonly onAttach: (path: string, text: string) => void
  readonly onSubmit: () => void
}

/** The field itself: it grows with its text, Enter sends, `@` opens the list of notes. */
export function DraftField(props: DraftFieldProps) {
  const { text, caret, files, placeholder, onText, onCaret, onAttach, onSubmit } = props
  const { composer } = useActions()
  const picker = useMentionPicker(text, caret, files)
  const listId = useId()

  const follow = (event: SyntheticEvent<HTMLTextAreaElement>) => onCaret(event.currentTarget.selectionStart)
  const pick = (match: FileMatch) => {
    if (!picker.mention) return
    const rest = removeMention(text, picker.mention)
    onAttach(match.file.path, rest.text)
    onCaret(rest.caret)
    requestAnimationFrame(() => {
      composer.current?.focus()
      composer.current?.setSelectionRange(rest.caret, rest.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.onKey(event, pick)) return event.preventDefault()
    // While an input method composes, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSubmit()
  }
  const open = picker.mention !== undefined
  return (
    <>
      {open ? (
        <MentionList
          id={listId}
          picker={picker}
          keptKeys={props.keptKeys}
          attached={props.attached}
          onPick={pick}
        />
      ) : null}
      {/* An unseen copy of the text gives the field its height. */}
      <div className="draft-field" data-text={text}>
        <textarea
          ref={composer}
          rows={1}
          value={text}
          placeholder={placeholder}
          aria-label="Message"
          aria-autocomplete="list"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && picker.matches.length > 0 ? `${listId}-${picker.active}` : undefined}
          onChange={(event) => {
            follow(event)
            onText(event.target.value)
          }}
          onSelect={follow}
          onKeyDown={onKeyDown}
          onBlur={() => onCaret(undefined)}
        />
      </div>
    </>
  )
}
