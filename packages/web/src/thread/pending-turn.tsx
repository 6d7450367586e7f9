import { useFiles } from '../api/queries.ts'
import { Chip } from '../parts/chip.tsx'
import type { Draft } from '../workbench/draft.ts'

/** A message on its way: it stands where it will stand, before the server has stored it. */
export function PendingTurn({ draft }: { readonly draft: Draft }) {
  const { data: files } = useFiles()
  return (
    <article className="turn" aria-label="You">
      <div className="turn-who">
        <h2>You</h2>
        <span>Sending</span>
      </div>
      <div className="question">
        <p className="question-text">{draft.text}</p>
        {draft.attach.length === 0 ? null : (
          <div className="chips">
            {draft.attach.map((path) => (
              <Chip key={path} path={path} kind={files?.find((file) => file.path === path)?.kind ?? 'note'} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}
