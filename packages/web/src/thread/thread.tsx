import type { ChatView } from '@varve/server/types'
import { useEffect } from 'react'
import type { AnswerStream } from '../api/use-answer-stream.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { Draft } from '../workbench/draft.ts'
import { useEarlierTurns } from './use-earlier-turns.ts'
import { PendingTurn } from './pending-turn.tsx'
import { Turn } from './turn.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'
import './thread.css'

interface ThreadProps {
  readonly chat: ChatView | undefined
  readonly pending: Draft | undefined
  readonly stream: AnswerStream | undefined
}

export function Thread({ chat, pending, stream }: ThreadProps) {
  const { box, content, atEnd, toEnd } = useStickToEnd()
  const { shown, earlier, showEarlier } = useEarlierTurns(chat?.turns ?? [], box)
  // Who sends wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (pending) toEnd()
  }, [pending, toEnd])
  return (
    <div className="thread">
      <div ref={box} className="thread-scroll" role="region" aria-label="Conversation" tabIndex={0}>
        <div ref={content} className="thread-column">
          {earlier > 0 ? (
            <p className="thread-earlier">
              <Button small onClick={showEarlier}>
                Show {earlier} earlier {earlier === 1 ? 'turn' : 'turns'}
              </Button>
            </p>
          ) : null}
          {shown.map((turn) => (
            <Turn
              key={turn.id}
              turn={turn}
              stream={stream?.answerId === turn.answer.id ? stream : undefined}
            />
          ))}
          {pending ? <PendingTurn draft={pending} /> : null}
        </div>
      </div>
      {atEnd ? null : (
        <div className="thread-to-end">
          <IconButton icon="toEnd" label="To the end" onClick={toEnd} />
        </div>
      )}
    </div>
  )
}
