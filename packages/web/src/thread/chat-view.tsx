import { useChat, useModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { useAnswerStream } from '../api/use-answer-stream.ts'
import { adviseOn } from '../api/web-error.ts'
import { Composer } from '../composer/composer.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { ChatBar } from '../shell/chat-bar.tsx'
import { ToastLine } from '../shell/toast-line.tsx'
import { useShortcuts } from '../shell/use-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { INSPECTOR_TABS } from '../inspector/inspector-tabs.ts'
import { selectTurn } from '../inspector/select-turn.ts'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { Announcer } from './announcer.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { Thread } from './thread.tsx'
import './chat-view.css'

/** The conversation: bar, thread, composer. */
export function ChatView() {
  const { chatId, state, dispatch, say, openChat, inspectorOpen, setInspector } = useWorkbench()
  const { data: chat, error, refetch } = useChat(chatId)
  const { data: models } = useModels()
  const pending = state.pending[chatId ?? NEW_CHAT]
  const running = chat?.turns.findLast(({ answer }) => answer.status === 'streaming')?.answer
  const stream = useAnswerStream(chat?.id, running?.id)
  const answering = running !== undefined || pending !== undefined

  const stop = () => {
    if (!running) return
    routes.stop(running.id).then(
      () => void refetch(),
      (cause: unknown) => say({ tone: 'error', text: `Could not stop. ${adviseOn(cause).what}` }),
    )
  }
  useShortcuts({
    newChat: () => openChat(undefined),
    toggleInspector: () => setInspector({ open: !inspectorOpen }),
    showKeys: () => dispatch({ kind: 'dialog', dialog: 'keys' }),
    stepTurn: (by) => setInspector({ turn: selectTurn(chat?.turns ?? [], state.inspector.turn, by) }),
    showTab: (index) => setInspector({ tab: INSPECTOR_TABS[index]?.id ?? 'layers' }),
    escape: () => {
      if (running) stop()
      else if (state.toast) dispatch({ kind: 'toast', toast: undefined })
      else return false
      return true
    },
  })

  if (error && !chat)
    return (
      <main className="chat-view">
        <ChatBar chat={undefined} title="No chat" subtitle="" />
        <div className="chat-view-problem">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
          <Button onClick={() => openChat(undefined)}>New chat</Button>
        </div>
      </main>
    )
  const isNew = chatId === undefined || chat?.turns.length === 0
  return (
    <main className="chat-view">
      <ChatBar
        chat={chat}
        title={chat?.title.trim() || (chatId === undefined || chat ? 'New chat' : '')}
        subtitle={chat?.turns.at(-1)?.answer.modelName ?? models?.[0]?.name ?? ''}
      />
      {isNew && !pending ? (
        <EmptyChat />
      ) : (
        <Thread key={chatId ?? NEW_CHAT} chat={chat} pending={pending} stream={stream} />
      )}
      <div className="chat-view-dock">
        <ToastLine />
        <Composer chat={chat} answering={answering} onStop={running ? stop : undefined} />
      </div>
      <Announcer answer={running} text={stream?.text ?? ''} last={chat?.turns.at(-1)?.answer} />
    </main>
  )
}
