import type { AnswerView, ModelView, ProviderView } from '@varve/server/types'

export type FailureFix = 'key' | 'model' | 'again'

interface FailureContext {
  readonly models: readonly ModelView[]
  readonly providers: readonly ProviderView[]
}

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
    ...(takesKey && (provider.key === 'none' || answer.errorCode === 'key-rejected')
      ? (['key'] as const)
      : []),
    ...(others ? (['model'] as const) : []),
    'again',
  ]
}
