import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { useActions } from '../workbench/actions.ts'

export interface CallAnswering {
  /** It was answered; the stream says what came of it. */
  readonly isAnswered: boolean
  /** With `always`, calls like this one are not asked about again. */
  readonly answer: (words: string, always?: boolean | 'wider') => Promise<void>
}

/** Answers a call that waits for a person, once. */
export function useAnswerCall(answerId: string, callId: string): CallAnswering {
  const { say } = useActions()
  const client = useQueryClient()
  const [isAnswered, setAnswered] = useState(false)
  return {
    isAnswered,
    answer: async (words, always = false) => {
      setAnswered(true)
      try {
        await routes.answerCall({ answerId, callId, words, always })
        if (always) await client.invalidateQueries({ queryKey: keys.toolRules })
      } catch (error) {
        setAnswered(false)
        say({ tone: 'error', text: `Not answered. ${adviseOn(error).what}` })
      }
    },
  }
}
