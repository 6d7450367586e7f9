import type { ExportForm } from '@varve/server/types'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { routes } from '../api/routes.ts'
import './chat-dialogs.css'

const FORMS: readonly { readonly form: ExportForm; readonly name: string; readonly about: string }[] = [
  {
    form: 'markdown',
    name: 'Markdown',
    about: 'A note that reads well anywhere, and that Varve reads again',
  },
  { form: 'html', name: 'HTML', about: 'A page for a browser, to print or to send' },
  { form: 'json', name: 'JSON', about: 'Everything, with the texts that were attached' },
  { form: 'jsonl', name: 'JSON Lines', about: 'One message on each line, for other programs' },
]

interface ExportChatDialogProps {
  readonly chat: { readonly id: string }
  readonly title: string
  readonly onClose: () => void
}

/** A chat as a file, with every branch and answer. */
export function ExportChatDialog({ chat, title, onClose }: ExportChatDialogProps) {
  return (
    <Dialog label="Export chat" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow cut">Export “{title}”</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body chat-dialog-body">
        <ul className="export-forms">
          {FORMS.map(({ form, name, about }) => (
            <li key={form}>
              <a href={routes.exportChat(chat.id, form)} download onClick={onClose}>
                <Icon name="export" />
                <span className="grow">
                  <b>{name}</b>
                  <small>{about}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
