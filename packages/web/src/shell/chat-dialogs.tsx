import type { ChatView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import '../parts/text-field.css'
import './chat-dialogs.css'

interface ChatDialogProps {
  readonly chat: ChatView
  readonly onClose: () => void
}

export function RenameChatDialog({ chat, onClose }: ChatDialogProps) {
  const client = useQueryClient()
  const [title, setTitle] = useState(chat.title)
  const rename = useMutation({
    mutationFn: () => routes.renameChat(chat.id, title.trim()),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: keys.chat(chat.id) })
      await client.invalidateQueries({ queryKey: keys.chats })
    },
  })
  return (
    <Dialog label="Rename chat" place="center" onClose={onClose}>
      <form
        className="chat-dialog"
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate()
        }}
      >
        <div className="dialog-head">
          <h2>Rename chat</h2>
        </div>
        <div className="dialog-body chat-dialog-body">
          <label>
            <span className="visually-hidden">Title</span>
            <input
              className="text-field"
              value={title}
              maxLength={200}
              onChange={(event) => setTitle(event.target.value)}
            />
          </label>
          {rename.error ? <ErrorNotice error={rename.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button look="main" type="submit" disabled={title.trim() === '' || rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function DeleteChatDialog({ chat, onClose }: ChatDialogProps) {
  const client = useQueryClient()
  const { openChat, say } = useActions()
  const remove = useMutation({
    mutationFn: () => routes.deleteChat(chat.id),
    onSuccess: async () => {
      onClose()
      openChat(undefined)
      client.removeQueries({ queryKey: keys.chat(chat.id) })
      say({ tone: 'info', text: `Deleted “${chat.title}”.` })
      await client.invalidateQueries({ queryKey: keys.chats })
    },
  })
  const turns = chat.turns.length
  return (
    <Dialog label="Delete chat" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2>Delete “{chat.title}”?</h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <p>
          {turns} {turns === 1 ? 'turn' : 'turns'} will be gone. Your notes and files stay as they are.
        </p>
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
      </div>
      <div className="dialog-foot">
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
