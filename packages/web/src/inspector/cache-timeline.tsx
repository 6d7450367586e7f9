import type { AnswerView } from '@varve/server/types'
import { Fragment, useState } from 'react'
import { useChat } from '../api/chat-queries.ts'
import { useTurns } from '../api/use-turns.ts'
import { Icon } from '../parts/icon.tsx'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import {
  cacheTimeline,
  type CacheTimeline as Timeline,
  type TimelineRow,
} from '../view-model/thread/cache-timeline.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { PrefixBreak } from './prefix-break.tsx'
import '../parts/show-more.css'
import './cache-timeline.css'

interface CacheTimelineProps {
  readonly answer: AnswerView
  /** Where the first difference of the request on show is, in words. */
  readonly divergence: string
}

/** As many turns are drawn at first; those before them open. */
const FIRST_ROWS = 30

/** One bar for each turn on one scale, by epoch; a break opens in place. */
export function CacheTimeline({ answer, divergence }: CacheTimelineProps) {
  const { chatId, setInspector } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { turns, earlier, loadEarlier } = useTurns(chat)
  const [all, setAll] = useState(false)
  const timeline = cacheTimeline(turns, answer.modelId)
  const hidden = all ? 0 : Math.max(0, timeline.rows.length - FIRST_ROWS)
  const rows = timeline.rows.slice(hidden)
  const latest = turns.at(-1)
  const show = ({ turn, answerId }: TimelineRow) => {
    const isOnShow = turns.some(({ number, answer: own }) => number === turn && own.id === answerId)
    // Whoever looks at the latest turn follows it to the next.
    setInspector({ turn: turn === latest?.number ? 'latest' : turn, answer: isOnShow ? undefined : answerId })
  }
  return (
    <section aria-label="Cache, turn by turn">
      <Total timeline={timeline} />
      <p className="timeline-legend" aria-hidden="true">
        <span className="cache-swatch reused" />
        Reused
        <span className="cache-swatch written" />
        Written
        <span className="cache-swatch new" />
        New
        <span className="grow" />
        <span className="timeline-tokens">Tokens</span>
        <span className="timeline-cost">Cost</span>
      </p>
      {hidden > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {hidden} earlier {hidden === 1 ? 'turn' : 'turns'}
        </button>
      ) : earlier > 0 ? (
        <button type="button" className="show-more" onClick={() => void loadEarlier(() => setAll(true))}>
          Turns before turn {earlier + 1}
        </button>
      ) : null}
      <ol className="timeline">
        {rows.map((row, index) => (
          <Fragment key={row.answerId}>
            {row.epoch !== undefined && row.epoch !== rows[index - 1]?.epoch ? (
              <li className="timeline-epoch">Epoch {row.epoch}</li>
            ) : null}
            <Row
              row={row}
              most={timeline.most}
              isShown={row.answerId === answer.id}
              divergence={divergence}
              onShow={() => show(row)}
            />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

function Total({ timeline: { rows, costUSD, fullUSD } }: { readonly timeline: Timeline }) {
  const saved = fullUSD - costUSD
  return (
    <p className="inspector-total timeline-total figures">
      <b>{costUSD === 0 ? 'Free' : formatMoney(costUSD)}</b>
      <span>
        for {rows.length} {rows.length === 1 ? 'turn' : 'turns'}
      </span>
      <span className="grow" />
      {saved > 0 ? (
        <span className="faint">
          {formatShare(saved, fullUSD)} less than uncached, {formatMoney(fullUSD)}
        </span>
      ) : null}
    </p>
  )
}

interface RowProps {
  readonly row: TimelineRow
  readonly most: number
  readonly isShown: boolean
  readonly divergence: string
  readonly onShow: () => void
}

function Row({ row, most, isShown, divergence, onShow }: RowProps) {
  const { turn, tokens, costUSD, broke } = row
  return (
    <li>
      <button
        type="button"
        className="timeline-row figures"
        aria-current={isShown ? 'true' : undefined}
        onClick={onShow}
      >
        <span className="timeline-turn">
          {broke ? <Icon name="warn" size={14} /> : null}
          <span className="visually-hidden">{broke ? 'The prefix broke in turn' : 'Turn'} </span>
          {turn}
        </span>
        <span className="timeline-bar" role="img" aria-label={describe(tokens)}>
          {tokens
            ? ([tokens.reused, tokens.written, tokens.fresh] as const).map((count, place) =>
                count > 0 ? (
                  <span
                    key={PARTS[place]}
                    className={PARTS[place]}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                ) : null,
              )
            : null}
        </span>
        <span className="timeline-tokens">{tokens ? formatTokens(tokens.input) : '…'}</span>
        <span className="timeline-cost">{tokens ? (costUSD === 0 ? 'free' : formatMoney(costUSD)) : ''}</span>
      </button>
      {isShown && broke ? (
        <PrefixBreak turn={turn} broke={broke} tokens={tokens} divergence={divergence} />
      ) : null}
    </li>
  )
}

const PARTS = ['reused', 'written', 'new'] as const

/** The bar in words. */
function describe(tokens: TimelineRow['tokens']): string {
  if (!tokens) return 'is being answered'
  const { reused, written, fresh } = tokens
  return `${formatTokens(reused)} reused, ${formatTokens(written)} written, ${formatTokens(fresh)} new`
}
