import type { Attachable } from '@varve/contract'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { type MarkedText, movedMarks } from '../view-model/composer/moved-marks.ts'
import { useMediaQuery } from '../parts/hooks.ts'
import { useActions } from '../workbench/actions.ts'
import { DraftMarks, markAt, markName } from './draft-marks.tsx'
import { MentionList, useWordPick } from './mention-list.tsx'
import { type MentionPicker, useMentionPicker } from './use-mention-picker.ts'
import { linkMention, removeMention } from '../view-model/composer/find-mention.ts'
import type { MentionOption } from '../view-model/composer/mention-groups.ts'
import type { FileIndex } from '../view-model/files/rank-files.ts'
import { flushSync } from 'react-dom'
import { t } from '../i18n/t.ts'

/** Shorter texts are put in by the browser, which can take them back by itself. */
const LONG = 2_000

/** Characters that fill the field at its tallest, eleven lines, however narrow they are. */
const TALLEST_TEXT = 8_000

interface DraftFieldProps {
  readonly text: string
  /** The caret's position; undefined while the field has no focus. */
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
  const hasTouchKeyboard = useMediaQuery('(hover: none) and (pointer: coarse)')
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.onKey(event, pick)) return event.preventDefault()
    if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault()
      return props.onEscape()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    // The keyboard of a touch screen has no Shift that one could hold; the button sends.
    if (hasTouchKeyboard && !(event.ctrlKey || event.metaKey)) return
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
          aria-label={t('Message')}
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
          {t('Private in this message: {value}', { value: marks.map(markName).join('; ') })}
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

/**
 * Puts a long text into the field at once. Browsers type it line by line and lay out the whole field after each:
 * thousands of lines, as dictation, a keyboard or another program may hand over, would stop the page for half a
 * minute.
 */
function useWholeInsert(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = field.current
    const insert = (event: InputEvent) => {
      const { data, inputType } = event
      if (!element || inputType !== 'insertText' || data === null || data.length <= LONG) return
      event.preventDefault()
      element.setRangeText(data, element.selectionStart, element.selectionEnd, 'end')
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }))
    }
    element?.addEventListener('beforeinput', insert)
    return () => element?.removeEventListener('beforeinput', insert)
  }, [field])
}

interface PickedInto {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onCaret: (caret: number) => void
  /** What was picked, and the text without its mention. */
  readonly onAttach: (item: string, text: string) => void
}

interface Picking {
  readonly pick: (option: MentionOption) => void
  /** What the word that was picked asks for; null while nothing is filled in. */
  readonly form: ReactNode
}

/** What happens to the text and to the draft when something is picked from the list behind a sign. */
function usePick({ text, onText, onCaret, onAttach }: PickedInto, picker: MentionPicker): Picking {
  const { composer } = useActions()
  const onPicked = useSingleBlank(composer)
  const type = (place: number, change: () => void) => {
    placeCaret({
      field: composer,
      place,
      change: () => {
        change()
        onCaret(place)
      },
    })
    onPicked(place)
  }
  const { pickWord, form } = useWordPick(text, (next, place) => type(place, () => onText(next)))
  const pick = (option: MentionOption) => {
    const { mention, mentionable } = picker
    if (!mention) return
    if (option.kind === 'word') return pickWord(option, mention)
    const { item } = option
    const { notes } = mentionable.get()
    const alias = option.kind === 'file' ? option.match.alias : undefined
    const target =
      option.kind === 'heading'
        ? `${linkTarget(option.path, notes)}#${option.name}`
        : linkTarget(item, notes, alias)
    const rest = mention.sign === '@' ? removeMention(text, mention) : linkMention(text, mention, target)
    type(rest.caret, () => onAttach(item, rest.text))
  }
  return { pick, form }
}

/** The text between `[[` and `]]` for a note: its name if unique, else its path; then the alias that was picked. */
export function linkTarget(path: string, notes: FileIndex, alias?: string): string {
  const withoutEnding = path.replace(/\.(?:md|markdown)$/i, '')
  const name = nameOf(path).toLowerCase()
  const namesakes = notes.files.filter(({ file }) => nameOf(file.path).toLowerCase() === name)
  const target = namesakes.length > 1 ? withoutEnding : nameOf(withoutEnding)
  // Marks of a link within the alias would end it early.
  const words = alias?.replaceAll(/[[\]|\n]/g, ' ').trim()
  return words ? `${target}|${words}` : target
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * After a pick the caret follows a blank, and many people type another one out of habit: that one is dropped.
 * Everything else is inserted, including a second blank. Returns a function that records a pick's position.
 */
function useSingleBlank(field: RefObject<HTMLTextAreaElement | null>): (place: number) => void {
  const picked = useRef<number>(undefined)
  useEffect(() => {
    const element = field.current
    const type = (event: InputEvent) => {
      const place = picked.current
      picked.current = undefined
      if (!element || place === undefined || event.inputType !== 'insertText' || event.data !== ' ') return
      const { selectionStart, selectionEnd, value } = element
      const isThere = selectionStart === place && selectionEnd === place
      if (isThere && value.charAt(place - 1) === ' ') event.preventDefault()
    }
    element?.addEventListener('beforeinput', type)
    return () => element?.removeEventListener('beforeinput', type)
  }, [field])
  return (place) => {
    picked.current = place
  }
}

interface CaretPlace {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly place: number
  /** Gives the field its new text. */
  readonly change: () => void
}

/**
 * Changes the text of a field and puts the caret into it at once. A frame later someone may have typed on, and the
 * caret would jump back before what they typed.
 */
export function placeCaret({ field, place, change }: CaretPlace): void {
  flushSync(change)
  field.current?.focus()
  field.current?.setSelectionRange(place, place)
  // A menu or a form that closes gives the focus to its button first.
  requestAnimationFrame(() => field.current?.focus())
}
