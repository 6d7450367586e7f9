import { useEffect } from 'react'
import { useChat } from '../api/chat-queries.ts'
import { adviseOn, isTrashed } from '../api/web-error.ts'
import { Composer } from '../composer/composer.tsx'
import { DropOverlay } from '../composer/drop-overlay.tsx'
import { useIntake } from '../composer/use-intake.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { ChatBar } from '../shell/chat-bar.tsx'
import { ServerTrouble } from '../shell/server-trouble.tsx'
import { ToastLine } from '../shell/toast-line.tsx'
import { useChatActions } from '../shell/use-chat-actions.ts'
import { answerColumns } from '../view-model/thread/answer-columns.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { Announcer } from './announcer.tsx'
import { ChatFileNotices } from './chat-file-notices.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { Thread } from './thread.tsx'
import { useChatKeys } from './use-chat-keys.ts'
import { useRenewAfterAnswer } from './use-renew-after-answer.ts'
import { useRenewOnReturn } from './use-renew-on-return.ts'
import { useRunningAnswers } from './use-running-answers.ts'
import './chat-view.css'

/** The conversation: bar, thread, composer. */
export function ChatView() {
  const { chatId, state, dispatch } = useWorkbench()
  const { data: chat, error, refetch } = useChat(chatId)
  const { model, models } = useChosenModels(chat)
  const { running, streams, stop, isStopping } = useRunningAnswers(chat)
  // Several at once would talk over each other: of those only the end is said.
  const latest = chat?.turns.at(-1)
  const [alone] = latest && answerColumns(latest).length > 0 ? [] : running
  const intake = useIntake()
  useChatKeys(chat, stop)
  useRenewOnReturn(chatId)
  const last = latest?.answer
  useRenewAfterAnswer(chatId, last)
  const isRunning = running.length > 0
  useEffect(() => {
    if (!isRunning) dispatch({ kind: 'answers-ended' })
  }, [isRunning, dispatch])
  if (isTrashed(error) && chatId !== undefined) return <TrashedChat id={chatId} error={error} />
  if (error && !chat) return <ChatProblem error={error} onRetry={() => void refetch()} />

  const pending = state.pending[chatId ?? NEW_CHAT]
  const isNew = chatId === undefined || chat?.turns.length === 0
  return (
    <main className="chat-view" {...intake.drop.handlers}>
      <ChatBar
        chat={chat}
        title={chat?.title.trim() || (isNew ? 'New chat' : '')}
        subtitle={models.length > 1 ? `${models.length} models` : (model?.name ?? last?.modelName ?? '')}
      />
      <ChatFileNotices chat={chat} />
      {isNew && !pending ? (
        <EmptyChat />
      ) : (
        <Thread key={chatId ?? NEW_CHAT} chat={chat} pending={pending} streams={streams} />
      )}
      <div className="chat-view-dock">
        <ServerTrouble />
        <ToastLine />
        <Composer
          chat={chat}
          answering={running.length > 0 || pending !== undefined}
          onStop={stop}
          isStopping={isStopping}
          intake={intake}
        />
      </div>
      {intake.drop.isOver ? <DropOverlay /> : null}
      <Announcer
        chatId={chatId}
        answer={alone}
        text={alone ? (streams.get(alone.id)?.text ?? '') : ''}
        last={running.length === 0 ? last : undefined}
      />
    </main>
  )
}

/** Also where it went there from another tab: nothing more can be asked in it. */
function TrashedChat({ id, error }: { readonly id: string; readonly error: unknown }) {
  const { startChat } = useWorkbench()
  const { restore } = useChatActions()
  const { what, todo } = adviseOn(error)
  return (
    <main className="chat-view">
      <ChatBar chat={undefined} title="No chat" subtitle="" />
      <div className="chat-view-problem">
        <Notice title={what} tone="warn" level={2}>
          <p>{todo}</p>
          <div className="notice-actions">
            <Button small onClick={() => restore(id)}>
              Restore
            </Button>
            <Button small look="bare" onClick={startChat}>
              New chat
            </Button>
          </div>
        </Notice>
        <ToastLine />
      </div>
    </main>
  )
}

function ChatProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { startChat } = useWorkbench()
  return (
    <main className="chat-view">
      <ChatBar chat={undefined} title="No chat" subtitle="" />
      <div className="chat-view-problem">
        <ErrorNotice error={error} onRetry={onRetry} level={2} />
        <Button onClick={startChat}>New chat</Button>
      </div>
    </main>
  )
}
