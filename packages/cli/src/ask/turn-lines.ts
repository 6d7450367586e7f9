import type { TurnView } from '@varve/app'
import { noticeWords } from '@varve/contract/tables/notices'
import { placeText, showCount, showMoney, showShare } from '../text.ts'

const DOINGS = { plan: 'planning', summary: 'summing up' } as const

type Counts = Readonly<Record<string, number>>

/** Lines printed once per message: omissions, and what the guard did. */
export function messageLines({
  notices = [],
  attachments,
  passages = [],
  guard = {},
}: TurnView): readonly string[] {
  const { redacted = {}, sent = {}, noted = {} } = guard
  return [
    ...attachments.flatMap(({ title, form }) =>
      form === 'omitted'
        ? [`${title} was left out, since there was no room for it.`]
        : form === 'compacted'
          ? [`${title} was sent in short, since there was no room for all of it.`]
          : [],
    ),
    ...(passages.length === 0
      ? []
      : [`Found in your notes and sent along: ${passages.map(({ place }) => place).join(', ')}`]),
    ...notices.map(noticeWords),
    ...countedLine('Replaced before sending', redacted),
    ...countedLine('Sent as it is', sent),
    ...countedLine('Found, and sent as it is', noted),
  ]
}

/** Lines printed per answer: its sources and its cost. */
export function answerLines(turn: TurnView): readonly string[] {
  const { sources, usage, endsEarly } = turn.answer
  const used = usageLine(turn)
  return [
    ...sources.map(({ number, path, title, ...place }) => `[${number}] ${placeText(title ?? path, place)}`),
    ...(usage?.warnings ?? []).map(noticeWords),
    ...(endsEarly ? ['The answer stopped at the output limit of its model. Ask it to continue.'] : []),
    ...(used === undefined ? [] : [used]),
  ]
}

/** `Replaced before sending: 2 EMAIL, 1 PHONE`; nothing where there was none. */
export function countedLine(words: string, counts: Counts): readonly string[] {
  const all = Object.entries(counts).filter(([, count]) => count > 0)
  if (all.length === 0) return []
  return [`${words}: ${all.map(([type, count]) => `${count} ${type}`).join(', ')}`]
}

/** What an answer took, with the facts and in the order of the page; undefined before its model has reported. */
function usageLine({ answer, sideCalls = [] }: Pick<TurnView, 'answer' | 'sideCalls'>): string | undefined {
  const { usage } = answer
  if (!usage) return undefined
  const { input, cached, output, milliseconds, costUSD, savedUSD = 0, reported } = usage
  const beside = (['plan', 'summary'] as const).flatMap((purpose) => {
    const own = sideCalls.filter((aside) => aside.purpose === purpose && aside.answerId === answer.id)
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

/** Writing to a cache can cost more than it has saved so far. */
function savedWords(savedUSD: number): string {
  return savedUSD > 0 ? `saved ${showMoney(savedUSD)}` : `cache cost ${showMoney(-savedUSD)}`
}
