import { FileIcon } from '../parts/file-icon.tsx'
import type { FileMatch } from '../view-model/rank-files.ts'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import type { MentionPicker } from './use-mention-picker.ts'
import './mention-list.css'

interface MentionListProps {
  readonly id: string
  readonly picker: MentionPicker
  readonly keptKeys: readonly string[]
  readonly attached: readonly string[]
  readonly onPick: (match: FileMatch) => void
}

/** Notes that answer to what was typed after `@`. Focus stays in the field; arrows move the mark. */
export function MentionList({ id, picker, keptKeys, attached, onPick }: MentionListProps) {
  const { matches, found, active, mention, setActive, withoutText } = picker
  return (
    <div className="mention-list">
      <div id={id} role="listbox" aria-label="Notes to attach">
        {matches.map((match, index) => (
          <div
            key={match.file.path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="mention-option"
            // Keeps focus, and with it the list, while the pointer goes down.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => onPick(match)}
          >
            <FileIcon kind={match.file.kind} />
            <MatchedName match={match} />
            <span className="grow cut faint">{match.folder}</span>
            <State match={match} keptKeys={keptKeys} attached={attached} />
          </div>
        ))}
      </div>
      {matches.length === 0 ? <p className="mention-none">No note is called “{mention?.query}”.</p> : null}
      <p className="mention-foot">
        <span className="mention-keys">
          <kbd>⏎</kbd> attach <kbd>Esc</kbd> close
        </span>
        {found > matches.length ? <span>{`${matches.length} of ${found}`}</span> : null}
        {withoutText > 0 ? <span>{withoutText} without text not listed</span> : null}
      </p>
      <span className="visually-hidden" role="status">
        {matches.length} {matches.length === 1 ? 'note' : 'notes'}
      </span>
    </div>
  )
}

function MatchedName({ match }: { readonly match: FileMatch }) {
  const [from, to] = match.hit
  return (
    <span className="cut">
      {match.name.slice(0, from)}
      <b>{match.name.slice(from, to)}</b>
      {match.name.slice(to)}
    </span>
  )
}

function State({
  match,
  keptKeys,
  attached,
}: Pick<MentionListProps, 'keptKeys' | 'attached'> & { readonly match: FileMatch }) {
  const { path, tokens = 0 } = match.file
  if (attached.includes(path)) return <span className="tag">Attached</span>
  if (keptKeys.includes(path)) return <span className="tag">Kept</span>
  return <span className="faint figures">{formatTokensShort(tokens)}</span>
}
