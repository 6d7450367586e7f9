import type { AsideView } from '@varve/server/types'
import { formatMoney } from '../text/format-money.ts'
import { formatDuration } from '../text/format-time.ts'
import { formatTokens } from '../text/format-tokens.ts'

type Purpose = AsideView['purpose']

const NAMES: Readonly<Record<Purpose, string>> = {
  title: 'Title',
  plan: 'Planning',
  summary: 'Summary',
  comparison: 'Comparison',
}

export function asideName(purpose: Purpose): string {
  return NAMES[purpose]
}

/** Model, tokens, cost and time of a call beside the answers. */
export function asideFacts({ modelName, tokens, costUSD, milliseconds }: AsideView): readonly string[] {
  return [
    modelName,
    ...(tokens ? [`${formatTokens(tokens.input)} in`, `${formatTokens(tokens.output)} out`] : []),
    ...(tokens ? [costUSD === 0 ? 'free' : formatMoney(costUSD)] : []),
    formatDuration(milliseconds),
  ]
}

const DOINGS = { plan: 'planning', summary: 'summing up' } as const

/** What was paid before an answer could begin, by what it was for; nothing where that was free. */
export function asideCosts(
  asides: readonly AsideView[],
): readonly { readonly text: string; readonly title: string }[] {
  return (['plan', 'summary'] as const).flatMap((purpose) => {
    const own = asides.filter((aside) => aside.purpose === purpose)
    const costUSD = own.reduce((sum, aside) => sum + aside.costUSD, 0)
    if (costUSD === 0) return []
    const models = [...new Set(own.map(({ modelName }) => modelName))].join(', ')
    const took = formatDuration(own.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
    const calls = own.length === 1 ? '1 call' : `${own.length} calls`
    return [
      {
        text: `+ ${formatMoney(costUSD)} ${DOINGS[purpose]}`,
        title: `Before the answer, beside its cost: ${calls} of ${models}, ${took}`,
      },
    ]
  })
}
