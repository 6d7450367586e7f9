import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { commandKey } from './key-names.ts'
import './keys-dialog.css'

/** The list of keys. Only what works is in it. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const command = commandKey()
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['New chat', [command, '⇧', 'O']],
    ['Search', [command, 'K']],
    ['Find a file, in Files', ['/']],
    ['Ask about the selected text, in Files', ['A']],
    ['Send', ['⏎']],
    ['New line', ['⇧', '⏎']],
    ['Attach a note', ['@']],
    ['Use a template or a skill', ['/']],
    ['Stop, or close', ['Esc']],
    ['Edit the last message', ['E']],
    ['Answer again', ['R']],
    ['Rename a chat, in the list', ['F2']],
    ['Move a chat to the trash, in the list', ['Delete']],
    ['Inspector', [command, 'I']],
    ['Its tabs', ['1', '2', '3', '4', '5']],
    ['Next and previous turn', ['J', 'K']],
    ['Sidebar', [command, '\\']],
    ['This list', ['?']],
  ]
  return (
    <Dialog label="Shortcuts" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow">Shortcuts</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <dl className="dialog-body keys-list">
        {rows.map(([name, combination]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
