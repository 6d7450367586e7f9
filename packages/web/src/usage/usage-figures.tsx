import type { TurnStatisticsView } from '@varve/server/types'
import type { ReactNode } from 'react'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { answerWords, formatSigned, shareChange, spentWords } from '../view-model/usage/usage-words.ts'
import type { UsageSpan } from '../view-model/usage/usage-span.ts'

interface UsageFiguresProps {
  readonly data: TurnStatisticsView
  readonly before: TurnStatisticsView | undefined
  readonly span: UsageSpan
}

/** The four figures that are asked for first. */
export function UsageFigures({ data, before, span }: UsageFiguresProps) {
  const { total } = data
  const change = shareChange(data, before, span)
  return (
    <dl className="usage-figures figures">
      <Figure name="Spent" value={formatSigned(total.costUSD)}>
        {spentWords(total)}
      </Figure>
      <Figure name="Cached share of input" value={formatShare(total.cached, total.input)}>
        {change ? (
          <>
            <b data-direction={change.direction}>{change.words}</b> {change.rest}
          </>
        ) : (
          `of ${formatTokens(total.input)} tokens`
        )}
      </Figure>
      <Figure name="Saved by caches" value={formatSigned(total.savedUSD)}>
        {total.savedUSD < 0 ? 'caches have not paid off yet' : 'against nothing cached'}
      </Figure>
      <Figure name="Answers" value={formatTokens(total.calls)}>
        {answerWords(data)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly children: ReactNode
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <small>{children}</small>
      </dd>
    </div>
  )
}
