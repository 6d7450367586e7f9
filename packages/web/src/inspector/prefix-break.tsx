import { useInspection } from '../api/chat-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import type { TimelineRow } from '../view-model/thread/cache-timeline.ts'

interface PrefixBreakProps {
  readonly chatId: string
  readonly row: TimelineRow
  readonly broke: NonNullable<TimelineRow['broke']>
}

/** What broke the prefix, where, and what that cost. */
export function PrefixBreak({ chatId, row, broke }: PrefixBreakProps) {
  const { turn, turnId, answerId, status, tokens } = row
  // The timeline tells the first call of each answer, whichever one is looked at below it.
  const { data } = useInspection({ chatId, turnId, answerId, isRunning: status === 'streaming', call: 1 })
  const kept = tokens?.reused ?? 0
  const anew = tokens ? tokens.written + tokens.fresh : 0
  return (
    <div className="prefix-break">
      <h3>
        <Icon name="warn" />
        Turn {turn} broke the prefix
      </h3>
      <p>{data?.divergence ?? broke.words}</p>
      {tokens ? (
        <>
          <div
            className="prefix-bar"
            role="img"
            aria-label={`${formatTokens(kept)} tokens kept, ${formatTokens(anew)} read anew`}
          >
            <span className="reused" style={{ flexGrow: kept }} />
            <span className="cut-here" />
            <span className="written" style={{ flexGrow: anew }} />
          </div>
          <p className="prefix-bar-words figures" aria-hidden="true">
            <span>{formatTokens(kept)} kept</span>
            <span>{formatTokens(anew)} read anew</span>
          </p>
        </>
      ) : null}
      <dl className="figures">
        <dt>First difference in</dt>
        <dd>{broke.layer}</dd>
        <dt>Tokens no longer in front</dt>
        <dd>{formatTokens(broke.tokens)}</dd>
        <dt>Extra cost, once</dt>
        <dd>{broke.costUSD > 0 ? formatMoney(broke.costUSD) : 'none'}</dd>
      </dl>
    </div>
  )
}
