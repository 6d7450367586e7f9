import { useState } from 'react'
import { insertMention } from '../view-model/find-mention.ts'
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
  /** Types an `@` at the caret, which opens the list of notes. */
  const openPicker = () => {
    const field = composer.current
    if (!field) return
    const typed = insertMention(draft.text, field.selectionStart)
    setDraft(withText(draft, typed.text))
    setCaret(typed.caret)
    // The caret can only be placed once the field holds the new text.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(typed.caret, typed.caret)
    })
  }
  return {
    draft,
    caret,
    setCaret,
    openPicker,
    setText: (text: string) => setDraft(withText(draft, text)),
    attach: (path: string, text: string) => setDraft(withAttached(withText(draft, text), path)),
    detach: (path: string) => setDraft(withoutAttached(draft, path)),
  }
}
