import './keys-list.css'
import { commandKey } from '../workbench/use-shortcuts.ts'
import { t } from '../i18n/t.ts'

/** The list of keys. Only what works is in it. */
export function KeysList() {
  const command = commandKey()
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t('New chat'), [command, '⇧', 'O']],
    [t('Find in this chat'), [command, 'F']],
    [t('Search and commands'), [command, 'K']],
    [t('Save a note'), [command, 'S']],
    [t('Preview while you edit a note'), [command, 'E']],
    [t('Find a file, in Files'), ['/']],
    [t('Ask about the selected text, in Files'), ['A']],
    [t('Send'), ['⏎']],
    [t('New line'), ['⇧', '⏎']],
    [t('Attach a note'), ['@']],
    [t('Use a template or a skill'), ['/']],
    [t('Stop, or close'), ['Esc']],
    [t('Edit the last message'), ['E']],
    [t('Answer again'), ['R']],
    [t('Rename a chat, in the list'), ['F2']],
    [t('Move a chat to the trash, in the list'), [t('Delete')]],
    [t('Inspector'), [command, 'I']],
    [t('Tabs of the inspector'), ['1', '2', '3', '4', '5']],
    [t('Next and previous turn'), ['J', 'K']],
    [t('Sidebar'), [command, '\\']],
    [t('This list'), ['?']],
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
