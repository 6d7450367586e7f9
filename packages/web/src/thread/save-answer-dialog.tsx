import type { AnswerView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChat } from '../api/chat-queries.ts'
import { renewFiles } from '../api/file-queries.ts'
import { routes, type SaveHow } from '../api/routes.ts'
import { WebError } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { suggestNoteName } from '../view-model/thread/suggest-note-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NotePicker } from './note-picker.tsx'
import '../parts/text-field.css'
import './save-answer-dialog.css'

interface SaveAnswerDialogProps {
  readonly answer: AnswerView
  readonly how: SaveHow
  readonly onClose: () => void
}

interface Saving {
  readonly as: SaveHow
  readonly mark?: true
}

/** Writes an answer into a note: one of its own, or the end of one that is there. */
export function SaveAnswerDialog({ answer, how: begun, onClose }: SaveAnswerDialogProps) {
  const { chatId, say, openFile } = useWorkbench()
  const client = useQueryClient()
  const { data: chat } = useChat(chatId)
  const [how, setHow] = useState(begun)
  const [path, setPath] = useState(begun === 'new' ? suggestNoteName(chat?.title ?? '') : '')
  const save = useMutation({
    mutationFn: ({ as, mark }: Saving) =>
      routes.saveAnswer(chatId ?? '', answer.id, { path: path.trim(), how: as, ...(mark ? { mark } : {}) }),
    onSuccess: ({ path: saved, mark }, { as }) => {
      onClose()
      say({
        tone: 'info',
        text: `${as === 'new' ? 'Saved as' : 'Added to'} ${saved}${mark ? `, marked ${mark}` : ''}.`,
        action: { label: 'Open', run: () => openFile(saved) },
      })
      void renewFiles(client)
    },
  })
  const title = how === 'new' ? 'Save as note' : 'Append to note'
  const isTaken = how === 'new' && save.error instanceof WebError && save.error.serverCode === 'file-changed'
  const isUnmarked = save.error instanceof WebError && save.error.serverCode === 'not-confirmed'
  return (
    <Dialog label={title} place="center" forTyping onClose={onClose}>
      <form
        className="save-answer"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ as: how })
        }}
      >
        <div className="dialog-head">
          <h2>{title}</h2>
        </div>
        <div className="dialog-body save-answer-body">
          {how === 'new' ? (
            <label>
              <span>Path in the workspace</span>
              <input
                className="text-field"
                value={path}
                maxLength={500}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setPath(event.target.value)}
              />
            </label>
          ) : (
            <NotePicker value={path} onChange={setPath} />
          )}
          <p>
            Citations become footnotes that link to their notes. If the answer draws on private or local-only
            notes, the note is marked the same.
          </p>
          {isTaken ? (
            <Notice title={`There is a note “${path.trim()}” already.`} tone="warn">
              <p>Choose another name, or add the answer to its end.</p>
              <Button
                small
                onClick={() => {
                  setHow('append')
                  save.mutate({ as: 'append' })
                }}
              >
                Append to it
              </Button>
            </Notice>
          ) : isUnmarked ? (
            <Notice title="The whole note will be marked." tone="warn">
              <p>
                This answer draws on private or local-only notes, and “{path.trim()}” is not marked. With the
                answer in it, it is marked the same: it is not sent to cloud models any more.
              </p>
              <Button small onClick={() => save.mutate({ as: how, mark: true })}>
                Append and mark it
              </Button>
            </Notice>
          ) : save.error ? (
            <ErrorNotice error={save.error} />
          ) : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button look="main" type="submit" disabled={path.trim() === '' || save.isPending}>
            {how === 'new' ? 'Save' : 'Append'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
