import { Button } from '../parts/button.tsx'
import type { SendAfter } from './use-send-after.ts'

const WORDS = {
  waiting: { answer: 'Goes when this answer is done.', upload: 'Goes when the upload is done.' },
  cut: {
    answer: 'Not sent: the answer was cut short.',
    upload: 'Not sent: a file was not added. Try it again or remove it.',
  },
} as const

/** What becomes of a message that was sent while an answer still runs, and the way to take that back. */
export function SendAfterLine({ after }: { readonly after: SendAfter }) {
  const { state, takeBack } = after
  return (
    <div className="send-after">
      {/* Always there: a screen reader hears only what changes inside a region it knows. */}
      <span role="status" aria-label="When this is sent">
        {state === undefined ? '' : WORDS[state.kind][state.cause]}
        {state?.kind === 'waiting' ? <span className="visually-hidden"> Escape takes it back.</span> : null}
      </span>
      {state?.kind === 'waiting' ? (
        <Button small look="bare" onClick={takeBack}>
          Take back <kbd aria-hidden="true">Esc</kbd>
        </Button>
      ) : null}
    </div>
  )
}
