import type { ImportedChatView, ImportOutcome, ImportReportView } from '@varve/server/types'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useActions } from '../workbench/actions.ts'
import './chat-dialogs.css'

const OUTCOMES = {
  added: 'Added',
  extended: 'Brought up to date',
  copied: 'Added as a copy',
  known: 'Already here',
  refused: 'Not imported',
} as const satisfies Record<ImportOutcome, string>

interface ImportDialogProps {
  readonly report: ImportReportView
  readonly onClose: () => void
}

/** What became of each chat of a file, and what could not come along. */
export function ImportDialog({ report, onClose }: ImportDialogProps) {
  const { openChat } = useActions()
  const { chats, skipped } = report
  const taken = chats.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'known').length
  return (
    <Dialog label="Imported chats" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2>
          {taken} of {chats.length} {chats.length === 1 ? 'chat' : 'chats'} imported
        </h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <ul className="import-report">
          {chats.map(({ title, outcome, chatId, lost, context }, at) => (
            <li key={at}>
              {chatId === undefined ? (
                <span className="cut">{title}</span>
              ) : (
                <button
                  type="button"
                  className="cut"
                  onClick={() => {
                    onClose()
                    openChat(chatId)
                  }}
                >
                  {title}
                </button>
              )}
              <span className="faint">{OUTCOMES[outcome]}</span>
              {lost.length === 0 ? null : <small>{lost.join(' ')}</small>}
              {context ? <small>{namedNotes(context)}</small> : null}
            </li>
          ))}
          {skipped.map(({ source, reason }) => (
            <li key={source}>
              <span className="cut">{source}</span>
              <span className="faint">Left out</span>
              <small>{reason}</small>
            </li>
          ))}
        </ul>
      </div>
      <div className="dialog-foot">
        <Button look="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

/** What becomes of the notes that an imported chat names. */
function namedNotes({ found, moved, missing }: NonNullable<ImportedChatView['context']>): string {
  const notes = [...found, ...moved.map(({ from, to }) => `${to} (was ${from})`)]
  return [
    ...(notes.length === 0 ? [] : [`Attached to your next message as of today: ${notes.join(', ')}.`]),
    ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}.`]),
  ].join(' ')
}
