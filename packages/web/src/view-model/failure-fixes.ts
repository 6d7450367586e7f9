import type { AnswerView, ModelView, ProviderView } from '@varve/server/types'

export type FailureFix = 'key' | 'model' | 'again'

interface FailureContext {
  readonly models: readonly ModelView[]
  readonly providers: readonly ProviderView[]
}

/** Refused for the key: by status, or by what providers write where a proxy hides the status. */
const ABOUT_THE_KEY = /\b(401|403)\b|\bapi[ _-]?key\b|\bneeds a key\b|unauthori[sz]ed|authentication/i

/** What can be done about an answer that failed, the likeliest first. Asking again is always possible. */
export function failureFixes(
  answer: AnswerView,
  { models, providers }: FailureContext,
): readonly FailureFix[] {
  const model = models.find(({ id }) => id === answer.modelId)
  const provider = providers.find(({ id }) => id === model?.provider)
  const takesKey = provider !== undefined && provider.key !== 'not-needed'
  const others = models.some(({ id, ready }) => ready && id !== answer.modelId)
  return [
    ...(takesKey && (provider.key === 'none' || ABOUT_THE_KEY.test(answer.error ?? ''))
      ? (['key'] as const)
      : []),
    ...(others ? (['model'] as const) : []),
    'again',
  ]
}
