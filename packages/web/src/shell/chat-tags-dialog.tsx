import type { ChatSummaryView } from '@varve/server/types'
import { useId, useState } from 'react'
import { useChats } from '../api/use-chats.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { parseTags } from '../view-model/chats/parse-tags.ts'
import { titleOf, useChatActions } from './use-chat-actions.ts'
import '../parts/text-field.css'
import './chat-dialogs.css'

interface ChatTagsDialogProps {
  readonly chat: ChatSummaryView
  readonly onClose: () => void
}

/** The tags of a chat: each can be taken off, others put on. They are saved at once. */
export function ChatTagsDialog({ chat, onClose }: ChatTagsDialogProps) {
  const { tag } = useChatActions()
  const { chats = [] } = useChats()
  const [tags, setTags] = useState(chat.tags ?? [])
  const [text, setText] = useState('')
  const known = useId()
  const change = (next: readonly string[]) => {
    setTags(next)
    tag(chat, next)
  }
  const add = () => {
    const names = parseTags(text).filter((name) => !tags.includes(name))
    setText('')
    if (names.length > 0) change([...tags, ...names])
  }
  const others = new Set(chats.flatMap(({ tags: each = [] }) => each).filter((name) => !tags.includes(name)))
  return (
    <Dialog label="Tags of the chat" place="center" forTyping onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow cut">Tags of “{titleOf(chat)}”</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body chat-dialog-body">
        {tags.length === 0 ? (
          <p>No tags yet. Search finds a chat by its tags.</p>
        ) : (
          <div className="chips">
            {tags.map((name) => (
              <Chip
                key={name}
                kind="tag"
                label={name}
                title={name}
                onRemove={() => change(tags.filter((other) => other !== name))}
              />
            ))}
          </div>
        )}
        <form
          className="chat-dialog-row"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <input
            className="text-field"
            aria-label="Add a tag"
            placeholder="Add a tag"
            list={known}
            value={text}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={known}>
            {[...others].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" disabled={text.trim() === ''}>
            Add
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
