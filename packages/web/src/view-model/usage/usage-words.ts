import type { TurnStatisticsView } from '@varve/server/types'
import { formatMoney } from '../text/format-money.ts'
import { formatTokens } from '../text/format-tokens.ts'
import { spanTitle, type UsageSpan } from './usage-span.ts'

export interface ShareChange {
  readonly words: string
  readonly direction: 'up' | 'down' | 'same'
  readonly rest: string
}

/** How the cached share moved against the span before; undefined where there is nothing to compare with. */
export function shareChange(
  { total }: TurnStatisticsView,
  before: TurnStatisticsView | undefined,
  span: UsageSpan,
): ShareChange | undefined {
  if (!before || before.total.input === 0 || total.input === 0) return undefined
  const points = Math.round(total.cacheShare * 100) - Math.round(before.total.cacheShare * 100)
  const than = spanTitle(span).toLowerCase().replace('last ', '')
  if (points === 0) return { words: 'As', direction: 'same', rest: `in the ${than} before` }
  const count = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
  return points > 0
    ? { words: `${count} up`, direction: 'up', rest: `on the ${than} before` }
    : { words: `${count} down`, direction: 'down', rest: `on the ${than} before` }
}

/** Under the sum that was spent. */
export function spentWords({ costUSD, calls, asides }: TurnStatisticsView['total']): string {
  if (costUSD === 0) return 'nothing was charged'
  const each = calls === 0 ? '' : `${formatMoney(costUSD / calls)} an answer`
  const beside = asides === 0 ? '' : `${formatTokens(asides)} asked beside`
  return [each, beside].filter((part) => part !== '').join(', ')
}

/** Under the number of answers. */
export function answerWords({ chats, models, total }: TurnStatisticsView): string {
  // What brought nothing was not free but failed.
  const free = models
    .filter(({ costUSD, input }) => costUSD === 0 && input > 0)
    .reduce((sum, { calls }) => sum + calls, 0)
  const facts = [`${formatTokens(chats)} ${chats === 1 ? 'chat' : 'chats'}`]
  if (free > 0) facts.push(free === total.calls ? 'all free' : `${formatTokens(free)} free`)
  if (total.failed > 0) facts.push(`${formatTokens(total.failed)} failed`)
  return facts.join(', ')
}

/** What a model or a day cost; nothing is said where nothing was counted, as of a call that failed. */
export function costWords({
  costUSD,
  input,
}: Pick<TurnStatisticsView['total'], 'costUSD' | 'input'>): string {
  if (costUSD > 0) return formatMoney(costUSD)
  return input > 0 ? 'free' : '–'
}

/** Money that may have been lost. */
export function formatSigned(dollars: number): string {
  return dollars < 0 ? `−${formatMoney(-dollars)}` : formatMoney(dollars)
}
