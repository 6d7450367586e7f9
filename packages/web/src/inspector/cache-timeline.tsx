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
  hiddenRows,
  type CacheTimeline as Timeline,
  type TimelineRow,
} from '../view-model/thread/cache-timeline.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { PrefixBreak } from './prefix-break.tsx'
import '../parts/show-more.css'
import './cache-timeline.css'

interface CacheTimelineProps {
  readonly chatId: string
  /** The one on show. */
  readonly answer: AnswerView
}

/** As many turns are drawn at first; those before them open. */
const FIRST_ROWS = 30

/** One bar for each turn on one scale, by epoch; a break opens in place. */
export function CacheTimeline({ chatId, answer }: CacheTimelineProps) {
  const { setInspector } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { turns, earlier, loadEarlier } = useTurns(chat)
  const [all, setAll] = useState(false)
  const timeline = cacheTimeline(turns, answer.modelId)
  const hidden = all ? 0 : hiddenRows(timeline.rows, { answerId: answer.id, most: FIRST_ROWS })
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
              chatId={chatId}
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
  // What failed, or still comes, has no price that could be called free.
  const isCounted = rows.some(({ tokens }) => tokens !== undefined)
  return (
    <p className="inspector-total timeline-total figures">
      {isCounted ? <b>{costUSD === 0 ? 'Free' : formatMoney(costUSD)}</b> : null}
      <span>
        {isCounted ? 'for ' : ''}
        {rows.length} {rows.length === 1 ? 'turn' : 'turns'}
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
  readonly chatId: string
  readonly onShow: () => void
}

function Row({ row, most, isShown, chatId, onShow }: RowProps) {
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
        <span className="timeline-bar" role="img" aria-label={describe(row)}>
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
        <span className="timeline-tokens">
          {tokens ? formatTokens(tokens.input) : UNCOUNTED[row.status].sign}
        </span>
        <span className="timeline-cost">{tokens ? (costUSD === 0 ? 'free' : formatMoney(costUSD)) : ''}</span>
      </button>
      {isShown && broke ? <PrefixBreak chatId={chatId} row={row} broke={broke} /> : null}
    </li>
  )
}

/** What stands in place of tokens that nobody has counted. */
const UNCOUNTED: Readonly<Record<TimelineRow['status'], { readonly sign: string; readonly words: string }>> =
  {
    streaming: { sign: '…', words: 'is being answered' },
    failed: { sign: 'failed', words: 'failed' },
    stopped: { sign: 'stopped', words: 'stopped, nothing was counted' },
    interrupted: { sign: 'stopped', words: 'interrupted, nothing was counted' },
    complete: { sign: '–', words: 'nothing was counted' },
  }

const PARTS = ['reused', 'written', 'new'] as const

/** The bar in words. */
function describe({ tokens, status }: TimelineRow): string {
  if (!tokens) return UNCOUNTED[status].words
  const { reused, written, fresh } = tokens
  return `${formatTokens(reused)} reused, ${formatTokens(written)} written, ${formatTokens(fresh)} new`
}
