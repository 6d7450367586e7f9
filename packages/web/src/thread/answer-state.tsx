import type { AnswerView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'

const STATES = {
  streaming: { word: 'Answering', tone: 'accent' },
  complete: { word: 'Done', tone: 'ok' },
  stopped: { word: 'Stopped', tone: 'warn' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
  failed: { word: 'Failed', tone: 'danger' },
} as const

/** Its model ended it, and yet it is not whole. */
const EARLY = { word: 'Cut short', tone: 'warn' } as const

function stateOf({ status, endsEarly }: AnswerView) {
  return endsEarly === undefined ? STATES[status] : EARLY
}

/** How an answer stands, in a word. */
export function AnswerState({ answer }: { readonly answer: AnswerView }) {
  const { word, tone } = stateOf(answer)
  return (
    <span className={`tag ${tone}`}>
      {answer.status === 'streaming' ? <span className="dot pulse" /> : null}
      {word}
    </span>
  )
}

/** The same as a sign, where there is no room for the word; it is said aloud. */
export function AnswerSign({ answer }: { readonly answer: AnswerView }) {
  const { word, tone } = stateOf(answer)
  return (
    <span className={`answer-sign ${tone}`}>
      {answer.status === 'streaming' ? (
        <span className="dot pulse" />
      ) : (
        <Icon name={tone === 'ok' ? 'check' : 'warn'} size={14} />
      )}
      <span className="visually-hidden">{word}: </span>
    </span>
  )
}
