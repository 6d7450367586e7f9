import type { TurnView } from '@varve/server/types'
import { useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useCopy } from '../parts/use-copy.ts'
import { describeLayers } from '../view-model/layer-shares.ts'
import { answerAsMarkdown } from '../view-model/source-label.ts'
import { usageFacts } from '../view-model/usage-facts.ts'
import { useActions } from '../workbench/actions.ts'
import { LayerStrip } from './layer-strip.tsx'
import './usage-line.css'

/** What was sent and what it cost. The strip opens the inspector at this turn. */
export function UsageLine({ turn }: { readonly turn: TurnView }) {
  const { setInspector, say } = useActions()
  const { copied, copy } = useCopy((text) => say({ tone: 'error', text }))
  const finished = turn.answer.status !== 'streaming'
  const { warnings = [] } = turn.answer.usage ?? {}
  const [warned, setWarned] = useState(false)
  const warningsId = useId()
  return (
    <>
      <div className="usage-line">
        <button
          type="button"
          className="usage-open"
          title="What was sent, by layer"
          aria-label={`What was sent in turn ${turn.number}: ${describeLayers(turn.layerTokens)}. Open the inspector`}
          onClick={() => setInspector({ open: true, tab: 'layers', turn: turn.number })}
        >
          <LayerStrip tokens={turn.layerTokens} />
        </button>
        <span className="usage-facts figures">
          <span>
            {usageFacts(turn).map(({ text, title }) => (
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
            {warnings.length} {warnings.length === 1 ? 'warning' : 'warnings'}
          </button>
        ) : null}
        {finished && turn.answer.text !== '' ? (
          <span className="usage-actions">
            <IconButton
              small
              icon={copied ? 'check' : 'copy'}
              label={copied ? 'Copied' : 'Copy the answer'}
              onClick={() => copy(answerAsMarkdown(turn.answer))}
            />
          </span>
        ) : null}
      </div>
      <ul id={warningsId} className="usage-warnings" hidden={!warned || warnings.length === 0}>
        {warnings.map((warning) => (
          <li key={warning}>
            <Icon name="warn" size={14} />
            {warning}
          </li>
        ))}
      </ul>
    </>
  )
}
