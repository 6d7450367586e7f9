import {
  type App,
  AppError,
  type AskEvent,
  type WorkspaceListView,
  type WorkspaceSummaryView,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import { readLines } from '../read-lines.ts'
import { callRunning, type RunningVarve } from '../start/running-address.ts'

/** What asking needs of the app. */
export type AskingApp = Pick<
  App,
  'listWorkspaces' | 'openWorkspace' | 'listModels' | 'ask' | 'askAgain' | 'close'
>

/** The app that runs already, over its API: a database file has one writer. */
export function runningApp(running: RunningVarve): AskingApp {
  const call = async (path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await callRunning(running, path, { body, ...(signal ? { signal } : {}) })
    if (!response.ok) throw await refusalOf(response)
    return response
  }
  async function* events(path: string, signal: AbortSignal, body: object): AsyncGenerator<AskEvent> {
    try {
      const { body: lines } = await call(path, body, signal)
      if (!lines) return
      for await (const line of readLines(lines)) yield JSON.parse(line) as AskEvent
    } catch (error) {
      // The app stops the answers of someone who leaves, and keeps what came of them.
      if (signal.aborted) throw new CliError('stopped', 'Stopped. What came of it is in the chat.')
      throw error
    }
  }
  const at = (workspaceId: string): string => `/api/workspaces/${encodeURIComponent(workspaceId)}`
  return {
    listWorkspaces: async () => (await call('/api/workspaces')).json() as Promise<WorkspaceListView>,
    openWorkspace: async ({ root }) =>
      (await call('/api/workspaces', { root })).json() as Promise<WorkspaceSummaryView>,
    listModels: async () => (await call('/api/models')).json() as ReturnType<App['listModels']>,
    ask: ({ workspaceId, signal, ...body }) => events(`${at(workspaceId)}/ask`, signal, body),
    askAgain: ({ workspaceId, signal, ...body }) => events(`${at(workspaceId)}/ask-again`, signal, body),
    close: () => Promise.resolve(),
  }
}

async function refusalOf(response: Response): Promise<AppError> {
  const { error } = (await response.json()) as { readonly error: AppError }
  const { code, message, details, guard } = error
  return new AppError(code, message, { ...(details ? { details } : {}), ...(guard ? { guard } : {}) })
}
