import { useFiles } from '../api/file-queries.ts'
import { Chip } from '../parts/chip.tsx'
import { draftChips } from '../view-model/composer/draft-chips.ts'
import type { Draft } from '../workbench/draft.ts'

/** A message on its way: it stands where it will stand, before the server has stored it. */
export function PendingTurn({ draft }: { readonly draft: Draft }) {
  const { data: files = [] } = useFiles()
  const chips = draftChips({ draft, active: draft.active, files, tags: [], forecast: undefined })
  return (
    <article className="turn" aria-label="You">
      <div className="turn-who">
        <h2>You</h2>
        <span>Sending</span>
      </div>
      <div className="question">
        <p className="question-text">{draft.text}</p>
        {chips.length === 0 ? null : (
          <div className="chips">
            {chips.map(({ id, kind, label, title }) => (
              <Chip key={id} kind={kind} label={label} title={title} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}
