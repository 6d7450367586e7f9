import type { Attachable } from '@varve/server/types'
import { useState } from 'react'
import { insertMention, type TypedText } from '../view-model/composer/find-mention.ts'
import { isCompactCommand } from '../view-model/composer/is-compact-command.ts'
import { insertText } from '../view-model/text/insert-text.ts'
import {
  type ContextMark,
  type Draft,
  withAreas,
  withAttached,
  withExtracts,
  withJurisdictions,
  withLeftOut,
  withMark,
  withoutAttached,
  withText,
  withWebImages,
} from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { placeCaret } from './place-caret.ts'

/** The draft of the chat on screen, where the caret stands in it, and the ways to change both. */
export function useComposer() {
  const { chatId, state, dispatch, composer } = useWorkbench()
  const [caret, setCaret] = useState<number>()
  const chat = chatId ?? NEW_CHAT
  const draft = draftOf(state, chat)
  const edit = (change: (now: Draft) => Draft) => dispatch({ kind: 'edit', chat, change })
  const place = () => composer.current?.selectionStart ?? draft.text.length
  const type = (typed: TypedText) =>
    placeCaret({
      field: composer,
      place: typed.caret,
      change: () => {
        edit((now) => withText(now, typed.text))
        setCaret(typed.caret)
      },
    })
  return {
    draft,
    caret,
    setCaret,
    /** Types an `@` at the caret, which opens the list of what can be attached. */
    openPicker: (begun = '') => type(insertMention(draft.text, place(), { begun })),
    /** Types a `/`, which opens the list of templates, skills and commands. */
    openCalls: () => type(insertMention(draft.text, place(), { sign: '/' })),
    setText: (text: string) => edit((now) => withText(now, text)),
    /** What was typed while the command was carried out is no part of it. */
    clearCommand: () => edit((now) => (isCompactCommand(now.text) ? withText(now, '') : now)),
    attach: (item: Attachable, text: string) => edit((now) => withAttached(withText(now, text), item)),
    /** What is named comes along as it is by now, also where the chat keeps an older text of it. */
    renew: (keys: readonly string[]) =>
      edit((now) => keys.reduce<Draft>((all, key) => withAttached(all, key), now)),
    detach: (item: Attachable) =>
      edit((now) =>
        typeof item === 'string' && !now.attach.includes(item)
          ? withLeftOut(now, item)
          : withoutAttached(now, item),
      ),
    allowImages: (addresses: readonly string[]) => edit((now) => withWebImages(now, addresses)),
    mark: (item: Attachable, mark: ContextMark | undefined) => edit((now) => withMark(now, item, mark)),
    allowExtracts: (allowed: boolean) => edit((now) => withExtracts(now, allowed)),
    setAreas: (areas: readonly string[]) => edit((now) => withAreas(now, areas)),
    setJurisdictions: (ids: readonly string[]) => edit((now) => withJurisdictions(now, ids)),
    /** A pasted text goes from its chip into the message. */
    insertPaste: (item: Extract<Attachable, { kind: 'paste' }>) => {
      edit((now) => withoutAttached(now, item))
      type(insertText(draft.text, place(), item.content))
    },
  }
}
