import type { ReactNode } from 'react'
import { linkMention, removeMention } from '../view-model/composer/find-mention.ts'
import { linkTarget } from '../view-model/composer/link-target.ts'
import type { MentionOption } from '../view-model/composer/mention-groups.ts'
import { useActions } from '../workbench/actions.ts'
import { placeCaret } from './place-caret.ts'
import type { MentionPicker } from './use-mention-picker.ts'
import { useSingleBlank } from './use-single-blank.ts'
import { useWordPick } from './use-word-pick.tsx'

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
export function usePick({ text, onText, onCaret, onAttach }: PickedInto, picker: MentionPicker): Picking {
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
