import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import type { PreviewText } from './use-preview-text.ts'

/** Says when a file is no longer what the turn was given, and leads from one to the other. */
export function PreviewVersion({ text }: { readonly text: PreviewText }): ReactNode {
  const { changed, isFound, showsNow, setShowsNow } = text
  if (changed === undefined || changed === 'no') return null
  if (isFound)
    return (
      <p className="preview-part" role="status">
        {changed === 'missing'
          ? 'The file is gone since this turn.'
          : 'The file has changed since this turn. This is the file as it is now; the cited lines may have moved.'}
      </p>
    )
  if (showsNow)
    return (
      <p className="preview-part" role="status">
        The file as it is now.
        <Button small onClick={() => setShowsNow(false)}>
          Show what the model was given
        </Button>
      </p>
    )
  if (changed === 'missing')
    return (
      <p className="preview-part" role="status">
        The file is gone since this turn. This is what the model was given.
      </p>
    )
  return (
    <p className="preview-part" role="status">
      The file has changed since this turn. This is what the model was given.
      <Button small onClick={() => setShowsNow(true)}>
        Show the file now
      </Button>
    </p>
  )
}
