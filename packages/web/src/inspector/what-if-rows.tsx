import type { ForecastChoiceView } from '@varve/server/types'
import { formatMoney } from '../view-model/text/format-money.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import './what-if.css'

interface WhatIfRowsProps {
  /** The cheapest first. */
  readonly choices: readonly ForecastChoiceView[]
  readonly current: string | undefined
  readonly onChoose: (modelId: string) => void
}

const LAYOUTS: Readonly<Record<ForecastChoiceView['layout'], string>> = {
  auto: 'Auto, as it is sent: a new epoch where that pays',
  ledger: 'Ledger: one epoch until the budget ends it',
  library: 'Library: a new epoch with each new note or version',
}

/** The same message with each model, and with the chosen one in each layout. */
export function WhatIfRows({ choices, current, onChoose }: WhatIfRowsProps) {
  const layouts = choices.filter(({ modelId }) => modelId === current)
  return (
    <>
      <table className="what-if figures">
        <caption className="visually-hidden">By model, the cheapest first</caption>
        <Heads first="Model" />
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
                    {choice.modelId === current ? <span className="faint">chosen</span> : null}
                  </span>
                </th>
                <Figures choice={choice} />
              </tr>
            ))}
        </tbody>
      </table>
      {layouts.length > 1 ? (
        <>
          <h3>{layouts[0]?.modelName}, by layout</h3>
          <table className="what-if figures">
            <Heads first="Layout" />
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
        <th scope="col">Tokens</th>
        <th scope="col">Cached</th>
        <th scope="col">Prompt</th>
        <th scope="col">1,000 out</th>
      </tr>
    </thead>
  )
}

function Figures({ choice }: { readonly choice: ForecastChoiceView }) {
  const { usedTokens, cachedTokens, costUSD, answerUSD, overBy, error } = choice
  if (error !== undefined) return <td colSpan={4}>{error}</td>
  if (overBy !== undefined)
    return (
      <td colSpan={4}>
        Does not fit: {formatTokens(usedTokens)} of {formatTokens(usedTokens - overBy)} tokens
      </td>
    )
  return (
    <>
      <td>{formatTokens(usedTokens)}</td>
      <td>{formatTokens(cachedTokens)}</td>
      <td>{price(costUSD)}</td>
      <td>{answerUSD === undefined ? '' : price(answerUSD)}</td>
    </>
  )
}

function price(dollars: number): string {
  return dollars === 0 ? 'free' : formatMoney(dollars)
}
