import { useCallback } from 'react'
import { questionIn } from '../parts/web-error.ts'
import { useActions } from './actions.ts'
import type { SendAnswer, SendDialog, SendSaid } from './workbench-state.ts'

type Asked = Pick<SendDialog, 'modelIds' | 'canEdit'>

/** Asks the user what becomes of private data or passages; a dialog that goes away unanswered is a refusal. */
export function useAskGuard(): (
  question: NonNullable<ReturnType<typeof questionIn>>,
  asked: Asked,
) => Promise<SendAnswer> {
  const { dispatch, openDialog } = useActions()
  return useCallback(
    async (question, asked) => {
      const answer = await new Promise<SendAnswer>((resolve) => {
        openDialog({ ...question, ...asked, answer: resolve })
      })
      dispatch({ kind: 'question-answered' })
      return answer
    },
    [dispatch, openDialog],
  )
}

/** Makes a call that may be held back until the user has decided: then it is made again, or not at all. */
export function useThroughGuard(): <T>(
  asked: Asked,
  call: (said: SendSaid) => Promise<T>,
) => Promise<T | undefined> {
  const askGuard = useAskGuard()
  return useCallback(
    async (asked, call) => {
      for (let said: SendSaid = {}; ; ) {
        try {
          return await call(said)
        } catch (error) {
          const question = questionIn(error)
          if (!question) throw error
          const answer = await askGuard(question, asked)
          if (typeof answer !== 'object') return undefined
          said = { ...said, ...answer }
        }
      }
    },
    [askGuard],
  )
}
