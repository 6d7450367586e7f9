import './keys-list.css'
import { commandKey } from '../workbench/use-shortcuts.ts'

/** The list of keys. Only what works is in it. */
export function KeysList() {
  const command = commandKey()
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['New chat', [command, '⇧', 'O']],
    ['Find in this chat', [command, 'F']],
    ['Search and commands', [command, 'K']],
    ['Save a note', [command, 'S']],
    ['Preview of a note that is edited', [command, 'E']],
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
    <dl className="keys-list">
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
  )
}
