import type { MentionGroup, MentionOption } from '../view-model/composer/mention-groups.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { MentionEmpty } from './mention-empty.tsx'
import { MentionRow } from './mention-row.tsx'
import type { MentionPicker } from './use-mention-picker.ts'
import './mention-list.css'

interface MentionListProps {
  readonly id: string
  readonly picker: MentionPicker
  readonly keptKeys: readonly string[]
  readonly attached: readonly string[]
  readonly onPick: (option: MentionOption) => void
}

/** What answers to what was typed after `@`, `[[` or `/`. Focus stays in the field; arrows move the mark. */
export function MentionList({ id, picker, keptKeys, attached, onPick }: MentionListProps) {
  const { groups, active, mention, setActive } = picker
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return (
    <div className="mention-list">
      {count === 0 ? (
        <MentionEmpty id={id} picker={picker} />
      ) : (
        <div
          id={id}
          className="mention-options"
          role="listbox"
          aria-label={mention?.sign === '/' ? 'What to use' : 'What to attach'}
          tabIndex={0}
          // Keeps focus in the field, and with it the list, while the pointer scrolls.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, place) => {
            const start = groups.slice(0, place).reduce((sum, { options }) => sum + options.length, 0)
            return (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
                <GroupTitle id={`${id}-group-${place}`} group={group} />
                {group.options.map((option, index) => (
                  <MentionRow
                    key={option.item}
                    id={`${id}-${start + index}`}
                    option={option}
                    isActive={start + index === active}
                    state={stateOf(option, attached, keptKeys)}
                    onMove={() => setActive(start + index)}
                    onPick={() => onPick(option)}
                  />
                ))}
              </div>
            )
          })}
        </div>
      )}
      <p className="mention-foot">
        <span className="mention-keys">
          <kbd>⏎</kbd> {mention ? VERBS[mention.sign] : ''} <kbd>Esc</kbd> close
        </span>
        {mention?.sign === '@' ? (
          <span className="cut"># tags · https:// a page · [[ link a note</span>
        ) : null}
      </p>
      <span className="visually-hidden" role="status">
        {count} {count === 1 ? 'match' : 'matches'}
      </span>
    </div>
  )
}

const VERBS = { '@': 'attach', '[[': 'link and attach', '/': 'use' } as const

function GroupTitle({ id, group }: { readonly id: string; readonly group: MentionGroup }) {
  const { title, options, found } = group
  return (
    <div id={id} className="mention-title">
      {title}
      {found > options.length ? (
        <span className="figures">{`${options.length} of ${formatTokens(found)}`}</span>
      ) : null}
    </div>
  )
}

function stateOf(
  { item }: MentionOption,
  attached: readonly string[],
  keptKeys: readonly string[],
): 'attached' | 'kept' | undefined {
  if (attached.includes(item)) return 'attached'
  return keptKeys.includes(item) ? 'kept' : undefined
}
