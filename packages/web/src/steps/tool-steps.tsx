import type { AnswerView, SourceView } from '@varve/server/types'
import { useRef } from 'react'
import type { ToolStep } from '../api/guard-types.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { isRunning } from '../view-model/thread/merge-turn.ts'
import { questionOf } from '../view-model/thread/tool-words.ts'
import { ApprovedPlan } from './approved-plan.tsx'
import { CallRow } from './call-row.tsx'
import { SaidRow } from './said-row.tsx'
import { SteerField } from './steer-field.tsx'
import { WaitingCall } from './waiting-call.tsx'
import './tool-steps.css'

interface ToolStepsProps {
  readonly answer: AnswerView
  readonly steps: readonly ToolStep[]
  /** By step: what the model said before its calls. */
  readonly said: readonly string[]
  readonly onOpenSource: (source: SourceView) => void
}

/** What tools do on the way to an answer, each call in one line; and what a person is asked meanwhile. */
export function ToolSteps({ answer, steps, said, onOpenSource }: ToolStepsProps) {
  const runs = isRunning(answer)
  const asked = useRef<HTMLParagraphElement>(null)
  if (steps.length === 0) return null
  const calls = steps.flatMap((step) => step.calls)
  const waiting = runs ? calls.flatMap((call) => (questionOf(call) ? [call] : [])) : []
  return (
    <div className="tool-steps">
      <ol className="tool-calls" aria-label="Steps">
        {steps.flatMap((step, at) => [
          ...(said[at]
            ? [
                <li key={`said ${at}`} className="tool-said markdown">
                  <Markdown text={said[at]} sources={answer.sources} onOpenSource={onOpenSource} />
                </li>,
              ]
            : []),
          ...step.calls.map((call) => (
            <CallRow key={`${at} ${call.callId}`} call={call} answerId={answer.id} isRunning={runs} />
          )),
          ...(step.said ?? []).map((words, place) => (
            <SaidRow key={`words ${at} ${place}`} said={words} isRunning={runs} />
          )),
        ])}
      </ol>
      {/* From here Tab leads to the next question, or to what can be said meanwhile. */}
      <p ref={asked} className="visually-hidden" role="status" tabIndex={-1}>
        {waiting.length === 0 ? '' : 'The model waits for your answer.'}
      </p>
      {waiting.map((call) => (
        <WaitingCall
          key={call.callId}
          answerId={answer.id}
          call={call}
          onAnswer={() => asked.current?.focus({ preventScroll: true })}
        />
      ))}
      {runs ? <SteerField answerId={answer.id} /> : <ApprovedPlan calls={calls} />}
    </div>
  )
}
