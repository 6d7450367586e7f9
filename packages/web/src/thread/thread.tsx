import type { ChatView } from '@varve/server/types'
import { useEffect, useMemo, useState } from 'react'
import { type AnswerStreams, NO_STREAMS } from '../api/use-answer-streams.ts'
import { useTurns } from '../api/use-turns.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { isAnswering } from '../view-model/thread/merge-turn.ts'
import { useActions } from '../workbench/actions.ts'
import type { Draft } from '../workbench/draft.ts'
import { PendingTurn } from './pending-turn.tsx'
import { Turn } from './turn.tsx'
import { ThreadActions, type ThreadContext, useKeepPlace } from './turn-actions.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import { useTurnActions } from './use-turn-actions.ts'
import './thread.css'

interface ThreadProps {
  readonly chat: ChatView | undefined
  readonly pending: Draft | undefined
  readonly streams: AnswerStreams
}

/** As many turns come with a page of them. */
const PAGE = 50

export function Thread({ chat, pending, streams }: ThreadProps) {
  const { box, content, atEnd, toEnd, release } = useStickToEnd()
  const { turns, earlier, loadEarlier } = useTurns(chat)
  const keepPlace = useKeepPlace(box, turns, release)
  const actions = useTurnActions(chat?.id)
  const answering = pending !== undefined || turns.some(isAnswering)
  const thread = useMemo<ThreadContext>(
    () => ({ ...actions, answering, keepPlace }),
    [actions, answering, keepPlace],
  )
  const showEarlier = () =>
    loadEarlier(() => {
      const first = content.current?.querySelector('[data-turn]')
      if (first) keepPlace(first)
    })
  // Who sends wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (pending) toEnd()
  }, [pending, toEnd])
  return (
    <ThreadActions value={thread}>
      <div className="thread">
        <div ref={box} className="thread-scroll" role="region" aria-label="Conversation" tabIndex={0}>
          <div ref={content} className="thread-column">
            {earlier > 0 ? <Earlier count={earlier} onShow={showEarlier} /> : null}
            {turns.map((turn, at) => (
              // By its place: another branch stands in the same one, and a button that was pressed keeps its focus.
              <Turn
                key={turn.number}
                turn={turn}
                streams={isAnswering(turn) ? streams : NO_STREAMS}
                continued={turns[at + 1]?.continues}
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
    </ThreadActions>
  )
}

function Earlier({ count, onShow }: { readonly count: number; readonly onShow: () => Promise<void> }) {
  const { say } = useActions()
  const [busy, setBusy] = useState(false)
  const shown = Math.min(count, PAGE)
  const show = async () => {
    setBusy(true)
    try {
      await onShow()
    } catch (error) {
      say({ tone: 'error', text: `Earlier turns cannot be shown. ${adviseOn(error).what}` })
    }
    setBusy(false)
  }
  return (
    <p className="thread-earlier">
      <Button small disabled={busy} onClick={() => void show()}>
        Show {shown} earlier {shown === 1 ? 'turn' : 'turns'}
        {count > shown ? ` of ${count}` : ''}
      </Button>
    </p>
  )
}
