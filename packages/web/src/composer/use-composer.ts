import type { Attachable } from '@varve/server/types'
import { useState } from 'react'
import { insertMention, type TypedText } from '../view-model/find-mention.ts'
import { insertText } from '../view-model/insert-text.ts'
import { type Draft, withAttached, withoutAttached, withText } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'

/** The draft of the chat on screen, where the caret stands in it, and the ways to change both. */
export function useComposer() {
  const { chatId, state, dispatch, composer } = useWorkbench()
  const [caret, setCaret] = useState<number>()
  const chat = chatId ?? NEW_CHAT
  const draft = draftOf(state, chat)
  const setDraft = (next: Draft) => dispatch({ kind: 'draft', chat, draft: next })
  const place = () => composer.current?.selectionStart ?? draft.text.length
  const type = (before: Draft, typed: TypedText) => {
    setDraft(withText(before, typed.text))
    setCaret(typed.caret)
    // The caret can only be placed once the field holds the new text.
    requestAnimationFrame(() => {
      composer.current?.focus()
      composer.current?.setSelectionRange(typed.caret, typed.caret)
    })
  }
  return {
    draft,
    caret,
    setCaret,
    /** Types an `@` at the caret, which opens the list of what can be attached. */
    openPicker: (begun = '') => type(draft, insertMention(draft.text, place(), begun)),
    setText: (text: string) => setDraft(withText(draft, text)),
    attach: (item: Attachable, text: string) => setDraft(withAttached(withText(draft, text), item)),
    detach: (item: Attachable) => setDraft(withoutAttached(draft, item)),
    /** A pasted text goes from its chip into the message. */
    insertPaste: (item: Extract<Attachable, { kind: 'paste' }>) =>
      type(withoutAttached(draft, item), insertText(draft.text, place(), item.content)),
  }
}
