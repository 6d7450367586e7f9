import type { DecisionRequest } from '@varve/contract'
import { useCallback } from 'react'
import { guardQuestionIn } from '../parts/web-error.ts'
import { useActions } from './actions.ts'
import type { GuardAnswer, GuardDialog } from './workbench-state.ts'

type Asked = Pick<GuardDialog, 'question' | 'modelIds' | 'canEdit'>

/** Asks the user what becomes of private data; a dialog that goes away unanswered is a refusal. */
export function useAskGuard(): (asked: Asked) => Promise<GuardAnswer> {
  const { dispatch, openDialog } = useActions()
  return useCallback(
    async (asked) => {
      const answer = await new Promise<GuardAnswer>((resolve) => {
        openDialog({ kind: 'guard', ...asked, answer: resolve })
      })
      dispatch({ kind: 'guard-answered' })
      return answer
    },
    [dispatch, openDialog],
  )
}

/** Makes a call that the guard may hold back: then the user decides, and it is made again, or not at all. */
export function useThroughGuard(): <T>(
  asked: Omit<Asked, 'question'>,
  call: (guarded: { readonly decision?: DecisionRequest }) => Promise<T>,
) => Promise<T | undefined> {
  const askGuard = useAskGuard()
  return useCallback(
    async (asked, call) => {
      for (let guarded: { readonly decision?: DecisionRequest } = {}; ; ) {
        try {
          return await call(guarded)
        } catch (error) {
          const question = guardQuestionIn(error)
          if (!question) throw error
          const decision = await askGuard({ ...asked, question })
          if (typeof decision !== 'object') return undefined
          guarded = { decision }
        }
      }
    },
    [askGuard],
  )
}
