import type { AnswerView } from '@varve/server/types'
import type { ToolStep } from '../api/guard-types.ts'
import { isRunning } from '../view-model/merge-turn.ts'
import { questionOf } from '../view-model/tool-words.ts'
import { CallRow } from './call-row.tsx'
import { SteerField } from './steer-field.tsx'
import { WaitingCall } from './waiting-call.tsx'
import './tool-steps.css'

interface ToolStepsProps {
  readonly answer: AnswerView
  /** As they come while the answer runs. */
  readonly live: readonly ToolStep[]
}

/** What tools do on the way to an answer, each call in one line; and what a person is asked meanwhile. */
export function ToolSteps({ answer, live }: ToolStepsProps) {
  const stored = answer.steps ?? []
  const runs = isRunning(answer)
  const steps = runs && live.length > 0 ? live : stored
  if (steps.length === 0) return null
  const calls = steps.flatMap((step) => step.calls)
  const waiting = runs ? calls.flatMap((call) => (questionOf(call) ? [call] : [])) : []
  return (
    <div className="tool-steps">
      <ol className="tool-calls" aria-label="Steps">
        {steps.flatMap((step, at) => [
          ...(step.text.trim() === ''
            ? []
            : [
                <li key={`said ${at}`} className="tool-said">
                  {step.text}
                </li>,
              ]),
          ...step.calls.map((call) => (
            <CallRow key={`${at} ${call.callId}`} call={call} answerId={answer.id} isRunning={runs} />
          )),
        ])}
      </ol>
      <p className="visually-hidden" role="status">
        {waiting.length === 0 ? '' : 'The model waits for your answer.'}
      </p>
      {waiting.map((call) => (
        <WaitingCall key={call.callId} answerId={answer.id} call={call} />
      ))}
      {runs ? <SteerField answerId={answer.id} /> : null}
    </div>
  )
}
