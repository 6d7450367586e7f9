import type { AnswerView, SourceView, TurnView } from '@varve/server/types'
import { useCallback, useDeferredValue, useMemo } from 'react'
import type { ToolStep } from '../api/guard-types.ts'
import type { AnswerStream } from '../api/use-answer-streams.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { isRunning } from '../view-model/thread/merge-turn.ts'
import { settledMarkdown } from '../view-model/thread/settled-markdown.ts'
import { splitSaid } from '../view-model/thread/split-said.ts'
import { ToolSteps } from '../steps/tool-steps.tsx'
import { useActions } from '../workbench/actions.ts'
import { AnswerStatus } from './answer-status.tsx'
import { ReasoningFold } from './reasoning-fold.tsx'
import { SourcesLine } from './sources-line.tsx'

const NO_STEPS: readonly ToolStep[] = []

export interface AnswerBodyProps {
  readonly turn: TurnView
  readonly answer: AnswerView
  readonly stream: AnswerStream | undefined
  /** The next turn goes on with it. */
  readonly isContinued: boolean
}

/** What a model thought and wrote, how it ended, and what it rests on. */
export function AnswerBody({ turn, answer, stream, isContinued }: AnswerBodyProps) {
  const { openPreview } = useActions()
  const { id: turnId, number } = turn
  const openSource = useCallback(
    ({ path, lines, unit }: SourceView) =>
      openPreview({ path, lines, ...(unit ? { unit } : {}), givenIn: { turnId, number } }),
    [openPreview, turnId, number],
  )
  const live = isRunning(answer)
  // What the server had stored may be ahead of a stream that has only begun to replay.
  const arrived = live && stream && stream.text.length > answer.text.length ? stream.text : answer.text
  const steps = (live && stream?.steps.length ? stream.steps : answer.steps) ?? NO_STEPS
  const { said, rest } = useMemo(() => splitSaid(arrived, steps), [arrived, steps])
  const text = useDeferredValue(live ? settledMarkdown(rest) : rest)
  return (
    <>
      <ReasoningFold answerId={answer.id} thinking={live && text === ''} />
      <ToolSteps answer={answer} steps={steps} said={said} onOpenSource={openSource} />
      {text === '' && live ? (
        <p className="answer-waiting">
          <span className="answer-caret pulse" />
        </p>
      ) : (
        <div className={live ? 'markdown answer-live' : 'markdown'}>
          <Markdown text={text} sources={answer.sources} onOpenSource={openSource} />
        </div>
      )}
      <AnswerStatus turn={turn} answer={answer} isContinued={isContinued} />
      <SourcesLine sources={answer.sources} onOpen={openSource} />
    </>
  )
}
