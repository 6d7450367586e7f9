import { bindActions } from './actions/bind-actions.ts'
import { chatActions } from './actions/chat-actions.ts'
import { definitionActions } from './actions/definition-actions.ts'
import { fileActions } from './actions/file-actions.ts'
import { messageActions } from './actions/message-actions.ts'
import { modelActions } from './actions/model-actions.ts'
import { ruleActions } from './actions/rule-actions.ts'
import { workspaceActions } from './actions/workspace-actions.ts'
import type { AppContext } from './app-context.ts'
import type { AppOptions } from './app-options.ts'
import type { AskEvent } from '@varve/contract'
import { type AskAgainInput, type AskInput, ask, askAgain } from './ask/ask.ts'
import { findDueWorkspaces } from './chat-files/write-due-files.ts'
import { fillChatTexts } from './chats/fill-chat-texts.ts'
import { resumeSweeps } from './chats/sweep-workspace.ts'
import { createContext } from './create-context.ts'
import type { StopReason } from './turn/stream-answer.ts'
import { watchOthers } from './turn/watch-others.ts'
import { closeWorkspaces } from './workspaces/opened-workspace.ts'

/** Everything a user can do. Each action fails with an `AppError` and nothing else. */
export type App = ReturnType<typeof createApp>

export function createApp(options: AppOptions) {
  const closing = new AbortController()
  const context = createContext(options, closing.signal)
  if (options.chatFiles !== 'leave') context.chatFiles.start(() => findDueWorkspaces(context))
  const filling = fillChatTexts(context)
  const watching = watchOthers(context)
  const bound = bindActions(context)
  return {
    /** Why nothing can be changed, where that is so. */
    readOnly: options.store.readOnly,
    ...workspaceActions(bound),
    ...fileActions(bound),
    ...ruleActions(bound),
    ...definitionActions(bound),
    ...modelActions(bound),
    ...chatActions(bound),
    ...messageActions(bound),
    /** Sends a message and tells what comes of it, for whoever cannot be asked anything meanwhile. */
    ask: (input: AskInput): AsyncGenerator<AskEvent> => ask(context, input),
    /** The same for a turn that there is: another answer, other words, or the rest of an answer. */
    askAgain: (input: AskAgainInput): AsyncGenerator<AskEvent> => askAgain(context, input),
    /** Writes the chat files that are due now rather than soon; resolves when all of them have been tried. */
    writeChatFiles: (): Promise<void> => context.chatFiles.settle(),
    /** Looks for what an earlier run has marked and not swept. */
    resumeSweeps: (): Promise<void> => bound.action(resumeSweeps)(undefined),
    /** Sweeps what deletions made due now rather than soon. */
    sweepTexts: (): Promise<void> => context.sweeps.settle(),
    /**
     * Cuts answers in flight, keeps what came of them, and closes the database. Where somebody waits for it, chat files
     * get only so many milliseconds; the next start writes the rest.
     */
    close: async ({ chatFileMilliseconds }: CloseOptions = {}): Promise<void> => {
      closing.abort()
      await interruptAnswers(context)
      await context.sweeps.ended()
      await context.mcp.close()
      if (chatFileMilliseconds === undefined) await context.chatFiles.settle()
      else await context.chatFiles.settleWithin(chatFileMilliseconds)
      await closeWorkspaces(context)
      await filling
      await watching
      await options.store.close()
    },
  }
}

interface CloseOptions {
  readonly chatFileMilliseconds?: number
}

async function interruptAnswers({ live }: AppContext): Promise<void> {
  const running = [...live.values()]
  for (const answer of running) answer.stopping.abort('interrupted' satisfies StopReason)
  await Promise.all(running.map((answer) => answer.ended))
}
