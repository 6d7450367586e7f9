import type { ComparisonView, TurnView } from '@varve/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useModels, useUnpricedModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { Markdown } from '../markdown/lazy-markdown.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { formatMoney, formatTokens, priceWords } from '../view-model/text/format.ts'
import { isRunning } from '../view-model/thread/turns.ts'
import { useThread } from './use-turn-actions.ts'
import './comparison.css'
import { t } from '../i18n/t.ts'

interface ComparisonProps {
  readonly turn: TurnView
}

/** Lets a model say where several answers agree and differ; its text is shown below them. */
export function Comparison({ turn }: ComparisonProps) {
  const compared = turn.answers.filter(({ status, text }) => status === 'complete' && text !== '')
  const isReady = compared.length > 1 && !turn.answers.some(isRunning)
  return (
    <>
      {turn.comparison ? <Verdict comparison={turn.comparison} /> : null}
      {isReady ? <CompareBar turn={turn} first={compared[0]?.modelId ?? ''} /> : null}
    </>
  )
}

function Verdict({ comparison }: { readonly comparison: ComparisonView }) {
  const { text, modelName, costUSD } = comparison
  const headingId = useId()
  return (
    <section className="comparison" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {t('Compared by {modelName}', { modelName })}
        <span className="figures">{priceWords(costUSD)}</span>
      </h2>
      <div className="markdown">
        <Markdown text={text} sources={NO_SOURCES} onOpenSource={openNothing} />
      </div>
      <p className="comparison-note">{t('A model’s opinion of the answers. It is not part of the chat.')}</p>
    </section>
  )
}

const NO_SOURCES = [] as const
const openNothing = (): void => {}

function CompareBar({ turn, first }: ComparisonProps & { readonly first: string }) {
  const { compare, chatId, busy } = useThread()
  const { data: models = [] } = useModels()
  const unpriced = useUnpricedModels()
  const judges = models.filter(({ ready, location }) => ready && location !== 'offline')
  const [chosen, setChosen] = useState<string>()
  const [working, setWorking] = useState(false)
  const judge = judges.find(({ id }) => id === (chosen ?? first)) ?? judges[0]
  const forecast = useQuery({
    queryKey: ['comparison', chatId, turn.id, judge?.id, turn.answers.length],
    queryFn: () => routes.forecastComparison(chatId ?? '', turn.id, judge?.id ?? ''),
    enabled: judge !== undefined && chatId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!judge) return null
  const begin = async () => {
    setWorking(true)
    await compare(turn, judge.id)
    setWorking(false)
  }
  return (
    <div className="compare-bar">
      <Button small disabled={busy || working} aria-busy={working} onClick={() => void begin()}>
        <Icon name="columns" size={14} />
        {working ? t('Comparing') : turn.comparison ? t('Compare again') : t('Compare answers')}
        {forecast.data ? (
          <span
            className="compare-cost figures"
            title={t('{input} tokens, {context} of them context', {
              input: formatTokens(forecast.data.inputTokens),
              context: formatTokens(forecast.data.contextTokens),
            })}
          >
            {forecast.data.costUSD === 0
              ? priceWords(0, unpriced.has(judge.id))
              : `≈ ${formatMoney(forecast.data.costUSD)}`}
          </span>
        ) : null}
      </Button>
      <label>
        <span>{t('with')}</span>
        <select
          value={judge.id}
          disabled={working}
          aria-label={t('Model that compares')}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {judges.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <span className="visually-hidden" role="status">
        {working ? t('{name} compares the answers.', { name: judge.name }) : ''}
      </span>
    </div>
  )
}
