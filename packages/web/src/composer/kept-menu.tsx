import type { KeptView, TurnView } from '@varve/server/types'
import { useKeyName } from '../api/use-key-name.ts'
import { Button } from '../parts/button.tsx'
import { SplitName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { keyParts } from '../view-model/files/key-parts.ts'
import { formatTokensShort } from '../view-model/text/format-tokens.ts'
import { countKept, describeKept } from '../view-model/composer/describe-kept.ts'
import { useActions } from '../workbench/actions.ts'
import { MARKS } from './mark-menu.tsx'
import { useForget } from './use-forget.ts'
import { type KeptMark, useMark } from './use-mark.ts'

interface KeptMenuProps {
  readonly kept: readonly KeptView[]
  /** Those of them that have another text now and are not attached again, by key. */
  readonly changed: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
  readonly lastTurn: TurnView | undefined
}

/** What earlier turns attached and the chat still keeps, with the way to forget each, or to bring its new text along. */
export function KeptMenu({ kept, changed, onRenew, lastTurn }: KeptMenuProps) {
  const { openPreview } = useActions()
  const { forget } = useForget()
  const mark = useMark()
  const nameOf = useKeyName()
  if (kept.length === 0) return null
  // What lies in no file is only to be had as a turn was given it.
  const open = (path: string) => {
    const isFile = keyParts(path).kind === 'file' || lastTurn === undefined
    openPreview(isFile ? { path } : { path, givenIn: { turnId: lastTurn.id, number: lastTurn.number } })
  }
  const tokens = kept.reduce((sum, { tokens: each }) => sum + each, 0)
  const button = (
    <>
      {countKept(kept)}
      <span className="figures">{formatTokensShort(tokens)}</span>
      <Icon name="down" size={14} />
    </>
  )
  return (
    <Popover
      label={`${countKept(kept)}: readable in every turn`}
      button={button}
      buttonClass="kept-button"
      align="start"
      side="above"
    >
      <p className="kept-hint">
        Readable in every turn of this chat, until you forget it. When room is short, optional texts go first
        and essential ones stay whole.
      </p>
      {changed.length > 1 ? (
        <p className="kept-all">
          <Button small look="bare" onClick={() => onRenew(changed)}>
            Use the new text of all {changed.length}
          </Button>
        </p>
      ) : null}
      <ul className="kept-list">
        {kept.map((entry) => (
          <li key={entry.key} className="kept-item" data-changed={changed.includes(entry.key) || undefined}>
            <button type="button" className="kept-name" onClick={() => open(entry.key)}>
              <SplitName name={nameOf(entry.key, entry.title)} title={keyLabel(entry.key, entry.title)} />
            </button>
            <span className="figures kept-facts">{describeKept(entry)}</span>
            <select
              className="kept-mark"
              aria-label={`How dear ${keyLabel(entry.key, entry.title)} is`}
              value={entry.priority ?? 'normal'}
              onChange={(event) => mark(entry, event.target.value as KeptMark)}
            >
              {MARKS.map(({ mark: value = 'normal', label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <div className="kept-actions">
              {changed.includes(entry.key) ? (
                <Button
                  small
                  look="bare"
                  aria-label={`Use the new text of ${keyLabel(entry.key, entry.title)}`}
                  onClick={() => onRenew([entry.key])}
                >
                  Use the new text
                </Button>
              ) : null}
              <Button
                small
                look="bare"
                aria-label={`Forget ${keyLabel(entry.key, entry.title)}`}
                onClick={() => forget(entry.key, entry.title)}
              >
                Forget
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
