import { type ClipboardEvent, useState } from 'react'
import { readTransfer, type Transfer } from '../view-model/composer/read-transfer.ts'
import { insertText } from '../view-model/text/insert-text.ts'
import { removeMention } from '../view-model/composer/find-mention.ts'
import { withAttached, withText } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { type DropTarget, useDropTarget } from './use-drop-target.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export interface Intake {
  readonly uploads: Uploads
  readonly drop: DropTarget
  /** The address of a page that was pasted or dropped by itself: it may be attached instead. */
  readonly offeredPage: string | undefined
  readonly attachPage: () => void
  readonly refusePage: () => void
  readonly onPaste: (event: ClipboardEvent) => void
}

/** All that comes in by paste and drop. What is not taken stays where it was; nothing is lost on the way. */
export function useIntake(): Intake {
  const { chatId, state, dispatch, composer, say } = useWorkbench()
  const chat = chatId ?? NEW_CHAT
  const draft = draftOf(state, chat)
  const uploads = useUploads()
  const [offered, setOffered] = useState<{ readonly chat: string; readonly address: string }>()

  const type = (text: string) => {
    const typed = insertText(draft.text, composer.current?.selectionStart ?? draft.text.length, text)
    dispatch({ kind: 'edit', chat, change: (now) => withText(now, typed.text) })
  }
  const drop = useDropTarget({
    onFiles: uploads.add,
    onFolder: () =>
      say({
        tone: 'error',
        text: 'A folder cannot be dropped here. Drop its files, or open it as a workspace.',
      }),
    onAddress: (address) => {
      type(address)
      setOffered({ chat, address })
    },
    onText: (text) => takeLong(readTransfer({ text, hasMarkup: false, files: 0 }), text),
  })
  /** A long text stands beside the message, or in a file; returns whether this was one. */
  const takeLong = ({ kind }: Transfer, text: string): boolean => {
    if (kind === 'text-file') uploads.add([new File([text], 'Pasted text.txt', { type: 'text/plain' })])
    else if (kind === 'long-text') dispatch({ kind: 'attach', chat, item: { kind: 'paste', content: text } })
    else return false
    return true
  }
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData: data } = event
    const text = data.getData('text/plain')
    const files = [...data.files]
    const transfer = readTransfer({ text, hasMarkup: data.types.includes('text/html'), files: files.length })
    switch (transfer.kind) {
      case 'text':
        return
      case 'page':
        return setOffered({ chat, address: transfer.address })
      case 'files':
        event.preventDefault()
        return uploads.add(files)
      case 'text-file':
      case 'long-text':
        event.preventDefault()
        takeLong(transfer, text)
        return
      default:
        return transfer satisfies never
    }
  }
  // Once its text is gone from the message, or it is a chip, there is nothing to offer.
  const isOffered =
    offered?.chat === chat &&
    draft.text.includes(offered.address) &&
    !draft.attach.includes(offered.address) &&
    !draft.text.includes(`@${offered.address}`)
  const attachPage = () => {
    if (!offered) return
    const { address } = offered
    const start = draft.text.indexOf(address)
    const { text } = removeMention(draft.text, { start, end: start + address.length })
    dispatch({ kind: 'edit', chat, change: (now) => withAttached(withText(now, text), address) })
    setOffered(undefined)
    composer.current?.focus()
  }
  return {
    uploads,
    drop,
    onPaste,
    offeredPage: isOffered ? offered.address : undefined,
    attachPage,
    refusePage: () => setOffered(undefined),
  }
}
