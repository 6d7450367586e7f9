import { useState } from 'react'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { useActions } from '../workbench/actions.ts'

export interface CallAnswering {
  /** It was answered; the stream says what came of it. */
  readonly isAnswered: boolean
  readonly answer: (words: string) => Promise<void>
}

/** Answers a call that waits for a person, once. */
export function useAnswerCall(answerId: string, callId: string): CallAnswering {
  const { say } = useActions()
  const [isAnswered, setAnswered] = useState(false)
  return {
    isAnswered,
    answer: async (words) => {
      setAnswered(true)
      try {
        await routes.answerCall(answerId, callId, words)
      } catch (error) {
        setAnswered(false)
        say({ tone: 'error', text: `Not answered. ${adviseOn(error).what}` })
      }
    },
  }
}
