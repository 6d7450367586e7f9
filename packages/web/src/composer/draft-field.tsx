import type { Attachable } from '@varve/server/types'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { type MarkedText, movedMarks } from '../view-model/composer/moved-marks.ts'
import { useActions } from '../workbench/actions.ts'
import { DraftMarks, markAt, markName } from './draft-marks.tsx'
import { MentionList } from './mention-list.tsx'
import { useMentionPicker } from './use-mention-picker.ts'
import { usePick } from './use-pick.ts'
import { useWholeInsert } from './use-whole-insert.ts'

/** Characters that fill the field at its tallest, eleven lines, however narrow they are. */
const TALLEST_TEXT = 8_000

interface DraftFieldProps {
  readonly text: string
  /** Where the caret stands; undefined while the field has no focus. */
  readonly caret: number | undefined
  readonly keptKeys: readonly string[]
  readonly attached: readonly Attachable[]
  readonly placeholder: string
  /** What is private in the text as it was a moment ago. */
  readonly marked: MarkedText | undefined
  readonly onText: (text: string) => void
  readonly onCaret: (caret: number | undefined) => void
  /** What was picked, and the text without its mention. */
  readonly onAttach: (item: string, text: string) => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onSubmit: () => void
  /** What Escape does here, before it does anything else in the page. */
  readonly onEscape: (() => void) | undefined
}

/** The field itself: it grows with its text, Enter sends, `@`, `[[` and `/` open the list of what they can name. */
export function DraftField(props: DraftFieldProps) {
  const { text, caret, placeholder, onText, onCaret, onPaste, onSubmit } = props
  const { composer } = useActions()
  const picker = useMentionPicker(text, caret)
  const listId = useId()
  const aboutId = useId()
  const { layer, marks, onScroll, onMouseMove } = useMarks(props.marked, text)
  useWholeInsert(composer)
  const follow = (event: SyntheticEvent<HTMLTextAreaElement>) => onCaret(event.currentTarget.selectionStart)
  const { pick, form } = usePick(props, picker)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.onKey(event, pick)) return event.preventDefault()
    if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault()
      return props.onEscape()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onSubmit()
  }
  const open = picker.mention !== undefined
  return (
    <>
      {/* An unseen copy of the text gives the field its height; more than the tallest field shows is not laid out. */}
      <div className="draft-field" data-text={text.slice(0, TALLEST_TEXT)}>
        {marks.length === 0 ? null : <DraftMarks text={text} marks={marks} layer={layer} />}
        <textarea
          ref={composer}
          rows={1}
          value={text}
          placeholder={placeholder}
          aria-label="Message"
          aria-describedby={marks.length === 0 ? undefined : aboutId}
          aria-autocomplete="list"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && picker.groups.length > 0 ? `${listId}-${picker.active}` : undefined}
          onChange={(event) => {
            follow(event)
            onText(event.target.value)
          }}
          onSelect={follow}
          onFocus={follow}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => onCaret(undefined)}
          onScroll={onScroll}
          onMouseMove={onMouseMove}
        />
      </div>
      {marks.length === 0 ? null : (
        <span id={aboutId} className="visually-hidden">
          Private in this message: {marks.map(markName).join('; ')}
        </span>
      )}
      {/* After the field: Tab picks from the list, and going back does not lead into it. */}
      {open ? (
        <MentionList
          id={listId}
          picker={picker}
          keptKeys={props.keptKeys}
          attached={props.attached.filter((item) => typeof item === 'string')}
          onPick={pick}
        />
      ) : null}
      {form}
    </>
  )
}

/** The marks on the text as it is now, in place behind the field wherever that is scrolled to. */
function useMarks(marked: MarkedText | undefined, text: string) {
  const { composer } = useActions()
  const layer = useRef<HTMLDivElement>(null)
  const marks = useMemo(() => (marked ? movedMarks(marked, text) : []), [marked, text])
  const onScroll = () => {
    if (layer.current && composer.current) layer.current.scrollTop = composer.current.scrollTop
  }
  // The field may have been scrolled before there was a mark, and moves when its text is replaced.
  useLayoutEffect(onScroll)
  const onMouseMove = ({ nativeEvent, currentTarget }: MouseEvent<HTMLTextAreaElement>) => {
    const name = layer.current ? markAt(layer.current, nativeEvent) : ''
    if (currentTarget.title !== name) currentTarget.title = name
  }
  return { layer, marks, onScroll, onMouseMove }
}
