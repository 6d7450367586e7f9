import type { AnswerView, TurnView } from '@varve/server/types'
import { useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { describeLayers } from '../view-model/thread/layer-shares.ts'
import { splitWarnings } from '../view-model/thread/split-warnings.ts'
import { usageFacts } from '../view-model/thread/usage-facts.ts'
import { useActions } from '../workbench/actions.ts'
import { AnswerTools } from './answer-tools.tsx'
import { LayerStrip } from './layer-strip.tsx'
import './usage-line.css'

interface UsageLineProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What was sent and what it cost. The strip opens the inspector at this answer. */
export function UsageLine({ turn, answer }: UsageLineProps) {
  const { setInspector } = useActions()
  const warnings = warningsOf(answer)
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
          onClick={() => setInspector({ open: true, tab: 'layers', turn: turn.number, answer: answer.id })}
        >
          <LayerStrip tokens={turn.layerTokens} />
        </button>
        <span className="usage-facts figures">
          <span>
            {usageFacts({ ...turn, answer }).map(({ text, title }) => (
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
        <AnswerTools turn={turn} answer={answer} />
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

/** A line of its own says why a run was ended. */
function warningsOf({ status, usage }: AnswerView): readonly string[] {
  const { warnings = [] } = usage ?? {}
  return status === 'stopped' ? splitWarnings(warnings).others : warnings
}
