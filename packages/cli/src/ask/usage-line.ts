import type { TurnView } from '@varve/app'
import { showCount, showMoney, showShare } from '../show-number.ts'

const DOINGS = { plan: 'planning', summary: 'summing up' } as const

/** What an answer took, with the facts and in the order of the page; undefined before its model has reported. */
export function usageLine({ answer, asides = [] }: Pick<TurnView, 'answer' | 'asides'>): string | undefined {
  const { usage } = answer
  if (!usage) return undefined
  const { input, cached, output, milliseconds, costUSD, savedUSD = 0, reported } = usage
  const beside = (['plan', 'summary'] as const).flatMap((purpose) => {
    const own = asides.filter((aside) => aside.purpose === purpose && aside.answerId === answer.id)
    const cost = own.reduce((sum, aside) => sum + aside.costUSD, 0)
    return cost === 0 ? [] : [`+ ${showMoney(cost)} ${DOINGS[purpose]}`]
  })
  return [
    `${showCount(Math.max(0, input - cached))} new`,
    ...(cached > 0 ? [`${showCount(cached)} from cache (${showShare(cached, input)})`] : []),
    `${showCount(output)} out`,
    costUSD === 0 ? 'free' : `${reported ? '' : '≈ '}${showMoney(costUSD)}`,
    ...beside,
    ...(costUSD === 0 || savedUSD === 0 ? [] : [savedWords(savedUSD)]),
    `${(milliseconds / 1000).toFixed(1)} s`,
  ].join(' · ')
}

/** Writing to a cache can cost more than it has yet given back. */
function savedWords(savedUSD: number): string {
  return savedUSD > 0 ? `saved ${showMoney(savedUSD)}` : `cache cost ${showMoney(-savedUSD)}`
}
