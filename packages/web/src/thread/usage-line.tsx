import { type Notice, noticeId } from '@varve/contract/tables/notices'
import { useUnpricedModels } from '../api/queries.ts'
import { noticeWords, t } from '../i18n/t.ts'
import './usage-line.css'
import type { AnswerView, LayerId, TurnView, UsageView } from '@varve/contract'
import { useId, useMemo, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import {
  answerColumns,
  describeLayers,
  isRunning,
  layerShares,
  sumLayers,
} from '../view-model/thread/turns.ts'
import { useActions, useCopy } from '../workbench/actions.ts'
import { sideCallCosts } from '../view-model/thread/trace-bars.ts'
import { formatDuration, formatMoney, formatShare, formatTokens } from '../view-model/text/format.ts'
import { settingsFacts } from '../view-model/models/models.ts'
import { IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { Pager } from '../parts/pager.tsx'
import { answerAsMarkdown } from '../view-model/files/file-names.ts'
import { AnswerMenu } from './answer-menu.tsx'
import { useThread } from './use-turn-actions.ts'

interface UsageLineProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What was sent and what it cost. The strip opens the inspector at this answer. */
export function UsageLine({ turn, answer }: UsageLineProps) {
  const { setInspector } = useActions()
  const warnings = warningsOf(answer)
  const isUnpriced = useUnpricedModels().has(answer.modelId)
  const [warned, setWarned] = useState(false)
  const warningsId = useId()
  return (
    <>
      <div className="usage-line">
        <button
          type="button"
          hidden={sumLayers(turn.layerTokens) === 0}
          className="usage-open"
          title={t('What was sent, by layer')}
          aria-label={t('What was sent in turn {number}: {layers}. Open the inspector', {
            number: turn.number,
            layers: describeLayers(turn.layerTokens),
          })}
          onClick={() => setInspector({ open: true, tab: 'layers', turn: turn.number, answer: answer.id })}
        >
          <LayerStrip tokens={turn.layerTokens} />
        </button>
        <span className="usage-facts figures">
          <span>
            {usageFacts({ ...turn, answer }, isUnpriced).map(({ text, title }) => (
              <span key={text} title={title}>
                {text}
              </span>
            ))}
          </span>
        </span>
        {warnings.length > 0 ? (
          <button
            type="button"
            className="tag warn usage-warn"
            aria-expanded={warned}
            aria-controls={warningsId}
            onClick={() => setWarned(!warned)}
          >
            {t('{count} {count|warning|warnings}', { count: warnings.length })}
          </button>
        ) : null}
        <AnswerTools turn={turn} answer={answer} />
      </div>
      <ul id={warningsId} className="usage-warnings" hidden={!warned || warnings.length === 0}>
        {warnings.map((warning) => (
          <li key={noticeId(warning)}>
            <Icon name="warn" size={14} />
            {noticeWords(warning)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A line of its own says why a run was ended. */
function warningsOf({ status, usage }: AnswerView): readonly Notice[] {
  const { warnings = [] } = usage ?? {}
  return status === 'stopped' ? warnings.filter(({ code }) => code !== 'run-limit') : warnings
}

/** The layers of a request as a thin core sample. Its meaning is in the label of the button around it. */
function LayerStrip({ tokens }: { readonly tokens: Readonly<Record<LayerId, number>> }) {
  return (
    <span className="layer-strip" aria-hidden="true">
      {layerShares(tokens)
        .filter((share) => share.tokens > 0)
        .map((share) => (
          <span key={share.id} data-layer={share.id} style={{ flexGrow: share.tokens }} />
        ))}
    </span>
  )
}

interface UsageFact {
  readonly text: string
  /** What the figure means, where it does not say so itself. */
  readonly title?: string
}

/** The usage line, fact by fact. Until the model has reported, only what was sent is known. */
export function usageFacts(
  turn: Pick<TurnView, 'answer' | 'layerTokens' | 'sideCalls'>,
  isUnpriced = false,
): readonly UsageFact[] {
  const { usage } = turn.answer
  const settings = settingsFacts(turn.answer.settings).map((text) => ({ text, title: t('As it was sent') }))
  if (!usage && turn.answer.status === 'complete' && sumLayers(turn.layerTokens) === 0)
    return [{ text: t('imported'), title: t('What was sent to the model back then isn’t known') }]
  if (!usage)
    return [{ text: t('{tokens} in', { tokens: formatTokens(sumLayers(turn.layerTokens)) }) }, ...settings]
  const { input, cached, output, milliseconds } = usage
  return [
    {
      text: t('{tokens} new', { tokens: formatTokens(Math.max(0, input - cached)) }),
      title: describeNew(usage),
    },
    ...(cached > 0
      ? [
          {
            text: t('{cached} from cache ({share})', {
              cached: formatTokens(cached),
              share: formatShare(cached, input),
            }),
          },
        ]
      : []),
    { text: t('{tokens} out', { tokens: formatTokens(output) }) },
    costFact(usage, isUnpriced),
    ...sideCallCosts((turn.sideCalls ?? []).filter(({ answerId }) => answerId === turn.answer.id)),
    ...savedFacts(usage),
    { text: formatDuration(milliseconds) },
    ...settings,
  ]
}

function describeNew({ input, cached, written = 0 }: UsageView): string {
  const sum = t('Tokens that were sent: {input}; from the provider’s cache: {cached}', {
    input: formatTokens(input),
    cached: formatTokens(cached),
  })
  return written > 0
    ? t('{sum}; written to it for the next request: {written}', { sum, written: formatTokens(written) })
    : sum
}

function costFact({ costUSD, reported }: UsageView, isUnpriced: boolean): UsageFact {
  if (isUnpriced && costUSD === 0)
    return { text: t('price unknown'), title: t('The provider doesn’t say what this model costs') }
  if (costUSD === 0) return { text: t('free') }
  return reported !== true
    ? { text: `≈ ${formatMoney(costUSD)}`, title: t('Counted by Varve: the provider reported none') }
    : { text: formatMoney(costUSD) }
}

/** Writing to a cache can cost more than it has yet given back; that is said, not hidden. */
function savedFacts({ savedUSD = 0, costUSD }: UsageView): readonly UsageFact[] {
  if (costUSD === 0 || savedUSD === 0) return []
  return savedUSD > 0
    ? [
        {
          text: t('saved {price}', { price: formatMoney(savedUSD) }),
          title: t('Compared with the same prompt uncached'),
        },
      ]
    : [
        {
          text: t('cache cost {price}', { price: formatMoney(-savedUSD) }),
          title: t('Writing to the cache costs more once; reading from it pays that back'),
        },
      ]
}

interface AnswerToolsProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What can be done with an answer once it is there. */
function AnswerTools({ turn, answer }: AnswerToolsProps) {
  const { copied, copy } = useCopy()
  const isThere = !isRunning(answer)
  return (
    <span className="usage-actions">
      <OtherAnswers turn={turn} answer={answer} />
      {isThere && answer.text !== '' ? (
        <IconButton
          small
          icon={copied ? 'check' : 'copy'}
          label={copied ? t('Copied') : t('Copy the answer')}
          onClick={() => copy(answerAsMarkdown(answer))}
        />
      ) : null}
      {isThere ? <AgainMenu turn={turn} answer={answer} /> : null}
      {isThere && answer.text !== '' ? <AnswerMenu turn={turn} answer={answer} /> : null}
    </span>
  )
}

/** Alternative answers. Those requested together are shown in columns. */
function OtherAnswers({ turn, answer }: AnswerToolsProps) {
  const { choose, busy, answering, keepPlace } = useThread()
  const inColumns = useMemo(() => answerColumns(turn).length > 0, [turn])
  const { answers } = turn
  if (inColumns) return null
  return (
    <Pager
      noun={t('Answer')}
      at={answers.findIndex(({ id }) => id === answer.id)}
      count={answers.length}
      disabled={busy || answering}
      onGo={(to, element) => {
        const other = answers[to]
        if (!other) return
        keepPlace(element)
        void choose(other.id)
      }}
    />
  )
}

function AgainMenu({ turn, answer }: AnswerToolsProps) {
  const { again, anew, busy, answering } = useThread()
  const { openDialog } = useActions()
  const withAnother = () =>
    openDialog({
      kind: 'another-model',
      current: answer.modelId,
      pick: (id) => void again(turn, [id]),
    })
  return (
    <Menu
      label={t('Answer again')}
      button={<Icon name="again" size={14} />}
      buttonClass="icon-button small answer-again"
      disabled={busy || answering}
    >
      <MenuItem command="answer-again" icon="again" onSelect={() => void again(turn, [answer.modelId])}>
        {t('Answer with {modelName}', { modelName: answer.modelName })}
      </MenuItem>
      <MenuItem command="answer-with-another" icon="columns" onSelect={withAnother}>
        {t('With another model…')}
      </MenuItem>
      {turn.continues === undefined ? (
        <MenuItem command="ask-again" icon="note" onSelect={() => void anew(turn, [answer.modelId])}>
          {t('Ask again with the current notes')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
