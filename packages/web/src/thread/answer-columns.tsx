import type { TurnView } from '@varve/server/types'
import { useState } from 'react'
import type { AnswerStreams } from '../api/use-answer-streams.ts'
import { useLayout } from '../shell/use-layout.ts'
import { type AnswerColumn, answerInView } from '../view-model/thread/answer-columns.ts'
import { describeProgress } from '../view-model/thread/describe-progress.ts'
import { AnswerColumnView } from './answer-column-view.tsx'
import { Comparison } from './comparison.tsx'
import { ColumnTabs } from './column-tabs.tsx'
import './answer-columns.css'

interface AnswerColumnsProps {
  readonly turn: TurnView
  readonly columns: readonly AnswerColumn[]
  readonly streams: AnswerStreams
  readonly continued: string | undefined
}

/** Several models beside each other, each by itself; on a phone one at a time, behind tabs. */
export function AnswerColumns({ turn, columns, streams, continued }: AnswerColumnsProps) {
  const onPhone = useLayout().sidebar === 'drawer'
  const [turnedTo, setTurnedTo] = useState<Readonly<Record<string, string>>>({})
  const [tab, setTab] = useState<string>()
  const inView = columns.flatMap((column) => {
    const answer = answerInView(column, turnedTo[column.modelId], turn.answer.id)
    return answer ? [{ column, answer }] : []
  })
  const shown =
    inView.find(({ column }) => column.modelId === tab) ??
    inView.find(({ answer }) => answer.id === turn.answer.id) ??
    inView[0]
  const tabId = (modelId: string) => `tab-${turn.id}-${modelId}`
  const panelId = `panel-${turn.id}`
  return (
    <div className="answer-columns">
      <p className="visually-hidden" role="status">
        {describeProgress(inView.map(({ answer }) => answer))}
      </p>
      {onPhone && shown ? (
        <ColumnTabs
          columns={inView}
          selected={shown.column.modelId}
          tabId={tabId}
          panelId={panelId}
          onSelect={setTab}
        />
      ) : null}
      <div
        className={onPhone ? 'answer-panel' : 'answer-grid'}
        {...(onPhone && shown
          ? { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(shown.column.modelId) }
          : {})}
      >
        {(onPhone && shown ? [shown] : inView).map(({ column, answer }) => (
          <AnswerColumnView
            key={column.modelId}
            turn={turn}
            column={column}
            answer={answer}
            stream={streams.get(answer.id)}
            isContinued={continued === answer.id}
            onTurn={(id) => setTurnedTo({ ...turnedTo, [column.modelId]: id })}
          />
        ))}
      </div>
      <Comparison turn={turn} />
    </div>
  )
}
