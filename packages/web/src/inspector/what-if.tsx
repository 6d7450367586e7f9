import './what-if.css'
import type { ChatView, ForecastChoiceView } from '@varve/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useUnpricedModels } from '../api/queries.ts'
import { t } from '../i18n/t.ts'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { bodyToForecast } from '../composer/use-forecast.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { PartError } from '../workbench/part-error.tsx'
import { useChooseModels, useChosenModels } from '../workbench/use-chosen-models.ts'
import { draftOf } from '../workbench/workbench-state.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { formatMoney, formatTokens } from '../view-model/text/format.ts'

const LAYOUTS: Readonly<Record<ForecastChoiceView['layout'], string>> = {
  auto: t('Auto (as sent): a new epoch where it saves money'),
  ledger: t('Ledger: one epoch until the budget is full'),
  library: t('Library: a new epoch with each new note or version'),
}

/** Opens the cost of the next message with other models. */
export function WhatIf({ chat }: { readonly chat: ChatView }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        small
        // What the next message would cost is not known before this one has its answer.
        disabled={chat.answering}
        onClick={() => setOpen(true)}
      >
        {t('What if')}
      </Button>
      {isOpen ? <WhatIfDialog chat={chat} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface WhatIfDialogProps {
  readonly chat: ChatView
  readonly onClose: () => void
}

function WhatIfDialog({ chat, onClose }: WhatIfDialogProps) {
  const { state } = useWorkbench()
  const { model, models } = useChosenModels(chat)
  const choose = useChooseModels()
  const draft = draftOf(state, chat.id)
  const body = bodyToForecast(
    draft,
    state.activeNote,
    models.map(({ id }) => id),
  )
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.forecast, chat.id, 'what-if', body],
    queryFn: model ? ({ signal }) => routes.whatIf(chat.id, body, signal) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog label={t('What if')} title={t('What the next message would cost')} onClose={onClose}>
      <div className="dialog-body">
        <p>
          {draft.text.trim() === '' && draft.attach.length === 0
            ? t('Your draft is empty: this is the chat so far.')
            : t('Includes your draft.')}{' '}
          {t('Forecasts only; no model is called.')}
        </p>
        {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <p role="status">{t('Calculating for every model')}</p> : null}
        {data ? (
          <WhatIfRows
            choices={data}
            current={model?.id}
            onChoose={(id) => {
              choose([id])
              onClose()
            }}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

interface WhatIfRowsProps {
  /** The forecasts, cheapest first. */
  readonly choices: readonly ForecastChoiceView[]
  readonly current: string | undefined
  readonly onChoose: (modelId: string) => void
}

/** The same message with each model, and with the chosen one in each layout. */
export function WhatIfRows({ choices, current, onChoose }: WhatIfRowsProps) {
  const layouts = choices.filter(({ modelId }) => modelId === current)
  return (
    <>
      <table className="what-if figures">
        <caption className="visually-hidden">{t('By model, the cheapest first')}</caption>
        <Heads first={t('Model')} />
        <tbody>
          {choices
            .filter(({ layout }) => layout === 'auto')
            .map((choice) => (
              <tr key={choice.modelId} aria-current={choice.modelId === current ? true : undefined}>
                <th scope="row">
                  <span className="what-if-model">
                    <button type="button" onClick={() => onChoose(choice.modelId)}>
                      {choice.modelName}
                    </button>
                    {choice.modelId === current ? <span className="faint">{t('chosen')}</span> : null}
                  </span>
                </th>
                <Figures choice={choice} />
              </tr>
            ))}
        </tbody>
      </table>
      {layouts.length > 1 ? (
        <>
          <h3>{t('{modelName}, by layout', { modelName: layouts[0]?.modelName ?? '' })}</h3>
          <table className="what-if figures">
            <Heads first={t('Layout')} />
            <tbody>
              {layouts.map((choice) => (
                <tr key={choice.layout}>
                  <th scope="row">{LAYOUTS[choice.layout]}</th>
                  <Figures choice={choice} />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </>
  )
}

function Heads({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{t('Tokens')}</th>
        <th scope="col">{t('Cached')}</th>
        <th scope="col">{t('Prompt')}</th>
        <th scope="col">{t('1,000 out')}</th>
      </tr>
    </thead>
  )
}

function Figures({ choice }: { readonly choice: ForecastChoiceView }) {
  const { usedTokens, cachedTokens, costUSD, answerUSD, overBy, error } = choice
  const isUnpriced = useUnpricedModels().has(choice.modelId)
  if (error !== undefined) return <td colSpan={4}>{error}</td>
  if (overBy !== undefined)
    return (
      <td colSpan={4}>
        {t('Does not fit: {used} of {budget} tokens', {
          used: formatTokens(usedTokens),
          budget: formatTokens(usedTokens - overBy),
        })}
      </td>
    )
  return (
    <>
      <td>{formatTokens(usedTokens)}</td>
      <td>{formatTokens(cachedTokens)}</td>
      <td>{isUnpriced ? t('unknown') : price(costUSD)}</td>
      <td>{answerUSD === undefined || isUnpriced ? '' : price(answerUSD)}</td>
    </>
  )
}

function price(dollars: number): string {
  return dollars === 0 ? t('free') : formatMoney(dollars)
}
