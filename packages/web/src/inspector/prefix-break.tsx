import { Icon } from '../parts/icon.tsx'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import type { TimelineRow } from '../view-model/thread/cache-timeline.ts'

interface PrefixBreakProps {
  readonly turn: number
  readonly broke: NonNullable<TimelineRow['broke']>
  readonly tokens: TimelineRow['tokens']
  readonly divergence: string
}

/** What broke the prefix, where, and what that cost. */
export function PrefixBreak({ turn, broke, tokens, divergence }: PrefixBreakProps) {
  const kept = tokens?.reused ?? 0
  const anew = tokens ? tokens.written + tokens.fresh : 0
  return (
    <div className="prefix-break">
      <h3>
        <Icon name="warn" />
        Turn {turn} broke the prefix
      </h3>
      <p>{divergence}</p>
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
