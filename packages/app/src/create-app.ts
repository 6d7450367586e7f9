import type { StopReason } from './answer/stream-answer.ts'
import { watchOthers } from './answer/watch-others.ts'
import type { AppContext } from './app-context.ts'
import type { AskEvent } from './ask/ask-views.ts'
import { ask, type AskInput } from './ask/ask.ts'
import { toAppError } from './app-error.ts'
import { reindexChats } from './chat-files/reindex-chats.ts'
import { findDueWorkspaces } from './chat-files/write-due-files.ts'
import { browseFolders } from './workspace/browse-folders.ts'
import { controlIndex } from './workspace/control-index.ts'
import { findRelated } from './files/find-related.ts'
import { listRecentFiles } from './files/list-recent-files.ts'
import { listTags } from './files/list-tags.ts'
import { listWorkspaces } from './workspace/list-workspaces.ts'
import { openWorkspace } from './workspace/open-workspace.ts'
import { requireWorkspace } from './workspace/require-workspace.ts'
import { removeWorkspace } from './workspace/remove-workspace.ts'
import { readPicture } from './files/read-picture.ts'
import { searchWorkspace } from './files/search-workspace.ts'
import { showStatistics } from './statistics/show-statistics.ts'
import { showTurnStatistics } from './statistics/show-turn-statistics.ts'
import { uploadFile } from './files/upload-file.ts'
import { watchIndex } from './workspace/watch-index.ts'
import { createChat } from './chats/create-chat.ts'
import { createWorkspace } from './workspace/create-workspace.ts'
import { deleteChat } from './chats/delete-chat.ts'
import {
  diffFile,
  listTrash,
  listVersions,
  moveFile,
  removeFile,
  restoreFile,
  writeFile,
} from './files/workspace-files.ts'
import { forecastTurn } from './messages/forecast-turn.ts'
import { forgetArtifact } from './messages/forget-artifact.ts'
import { markArtifact } from './messages/mark-artifact.ts'
import { forgetProviderKey } from './providers/forget-provider-key.ts'
import { inspectTurn } from './messages/inspect-turn.ts'
import { listChats } from './chats/list-chats.ts'
import { listFiles } from './files/list-files.ts'
import { listModels } from './models/list-models.ts'
import { listProviders } from './providers/list-providers.ts'
import { listTurns, openChat } from './chats/open-chat.ts'
import { readFile } from './files/read-file.ts'
import { readSource } from './files/read-source.ts'
import { refreshModels } from './models/refresh-models.ts'
import { renameChat } from './chats/rename-chat.ts'
import { sendMessage } from './messages/send-message.ts'
import { setChatSettings } from './chats/set-chat-settings.ts'
import { setEmbeddings } from './workspace/set-embeddings.ts'
import { checkProviderKey } from './providers/check-provider-key.ts'
import { setProviderKey } from './providers/set-provider-key.ts'
import { setWorkspaceSettings } from './workspace/set-workspace-settings.ts'
import { showWorkspace } from './workspace/show-workspace.ts'
import { stopAnswer } from './messages/stop-answer.ts'
import { watchAnswer } from './messages/watch-answer.ts'
import { arrangeChat } from './chats/arrange-chat.ts'
import { eraseChat } from './chats/erase-chat.ts'
import { restoreChat } from './chats/restore-chat.ts'
import { forkChat } from './chats/fork-chat.ts'
import { compactChat } from './chats/compact-chat.ts'
import { continueInNewChat } from './chats/continue-in-new-chat.ts'
import { fillChatTexts } from './chat-search/fill-chat-texts.ts'
import { exportChat } from './chat-exchange/export-chat.ts'
import { importChats } from './chat-exchange/import-chats.ts'
import { searchChats } from './chat-search/search-chats.ts'
import { compareAnswers, forecastComparison } from './comparison/compare-answers.ts'
import { suggestTitle } from './title/suggest-title.ts'
import { showBranch } from './chats/show-branch.ts'
import { editMessage } from './messages/edit-message.ts'
import { regenerateAnswer } from './messages/regenerate-answer.ts'
import { continueAnswer } from './messages/continue-answer.ts'
import { chooseAnswer } from './messages/choose-answer.ts'
import { readMemory } from './sections/read-memory.ts'
import { writeMemory } from './sections/write-memory.ts'
import { saveAnswer } from './messages/save-answer.ts'
import { findAreas, listAreas } from './areas/list-areas.ts'
import { removeDefinition, trustDefinition, writeDefinition } from './definitions/change-definition.ts'
import { checkDefinition } from './definitions/check-definition.ts'
import { fillTemplate } from './definitions/fill-template.ts'
import { listDefinitions, readDefinition } from './definitions/list-definitions.ts'
import { readComposer } from './definitions/read-composer.ts'
import { reconnectMcpServer, trustMcpServer } from './mcp/change-mcp-server.ts'
import { listMcpServers } from './mcp/list-mcp-servers.ts'
import { listAudit, readGuard, setGuard } from './guard/guard-settings.ts'
import { changeToolRules, showToolRules } from './tools/rules/change-tool-rules.ts'
import { answerCall, steerAnswer } from './messages/answer-call.ts'
import { undoCall } from './messages/undo-call.ts'
import { readAside } from './aside/read-aside.ts'
import { deleteTrace } from './trace/delete-trace.ts'
import { exportTrace } from './trace/export-trace.ts'
import { resumeSweeps } from './sweep/sweep-open-workspace.ts'
import { closeWorkspaces } from './workspace/opened-workspace.ts'
import type { AppOptions } from './app-options.ts'
import { createContext } from './create-context.ts'

/** Everything a user can do. Each action fails with an `AppError` and nothing else. */
export type App = ReturnType<typeof createApp>

export function createApp(options: AppOptions) {
  const closing = new AbortController()
  const context = createContext(options, closing.signal)
  if (options.chatFiles !== 'leave') context.chatFiles.start(() => findDueWorkspaces(context))
  const filling = fillChatTexts(context)
  const watching = watchOthers(context)
  const action =
    <Input, Output>(act: (context: AppContext, input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      try {
        return await act(context, input)
      } catch (error) {
        throw toAppError(error)
      }
    }
  /** For what would otherwise answer for a workspace that is not there. */
  const inWorkspace = <Input extends { readonly workspaceId: string }, Output>(
    act: (context: AppContext, input: Input) => Promise<Output>,
  ) =>
    action(async (place: AppContext, input: Input) => {
      await requireWorkspace(place, input.workspaceId)
      return act(place, input)
    })
  return {
    /** Why nothing can be changed, where that is so. */
    readOnly: options.store.readOnly,
    showWorkspace: action(showWorkspace),
    listWorkspaces: action(listWorkspaces),
    openWorkspace: action(openWorkspace),
    createWorkspace: action(createWorkspace),
    removeWorkspace: action(removeWorkspace),
    setWorkspaceSettings: action(setWorkspaceSettings),
    reindexChats: action(reindexChats),
    browseFolders: action(browseFolders),
    listFiles: action(listFiles),
    listRecentFiles: action(listRecentFiles),
    readFile: action(readFile),
    readPicture: action(readPicture),
    uploadFile: action(uploadFile),
    readGuard: inWorkspace(readGuard),
    setGuard: inWorkspace(setGuard),
    listAudit: inWorkspace(listAudit),
    readToolRules: inWorkspace(showToolRules),
    setToolRules: inWorkspace(changeToolRules),
    listAreas: inWorkspace(listAreas),
    findAreas: inWorkspace(findAreas),
    listDefinitions: inWorkspace(listDefinitions),
    readDefinition: action(readDefinition),
    writeDefinition: action(writeDefinition),
    checkDefinition: action(checkDefinition),
    trustDefinition: action(trustDefinition),
    removeDefinition: action(removeDefinition),
    fillTemplate: action(fillTemplate),
    readComposer: inWorkspace(readComposer),
    listMcpServers: inWorkspace(listMcpServers),
    trustMcpServer: action(trustMcpServer),
    reconnectMcpServer: action(reconnectMcpServer),
    readMemory: inWorkspace(readMemory),
    writeMemory: action(writeMemory),
    writeFile: action(writeFile),
    moveFile: action(moveFile),
    removeFile: action(removeFile),
    listVersions: action(listVersions),
    diffFile: action(diffFile),
    listTrash: action(listTrash),
    restoreFile: action(restoreFile),
    searchWorkspace: action(searchWorkspace),
    listTags: action(listTags),
    findRelated: action(findRelated),
    controlIndex: action(controlIndex),
    setEmbeddings: action(setEmbeddings),
    watchIndex: action(watchIndex),
    showStatistics: action(showStatistics),
    showTurnStatistics: action(showTurnStatistics),
    listModels: action(listModels),
    refreshModels: action(refreshModels),
    listProviders: action(listProviders),
    checkProviderKey: action(checkProviderKey),
    setProviderKey: action(setProviderKey),
    forgetProviderKey: action(forgetProviderKey),
    listChats: action(listChats),
    searchChats: inWorkspace(searchChats),
    importChats: action(importChats),
    exportChat: action(exportChat),
    exportTrace: action(exportTrace),
    deleteTrace: action(deleteTrace),
    suggestTitle: action(suggestTitle),
    compareAnswers: action(compareAnswers),
    forecastComparison: action(forecastComparison),
    createChat: inWorkspace(createChat),
    openChat: action(openChat),
    renameChat: action(renameChat),
    setChatSettings: action(setChatSettings),
    arrangeChat: action(arrangeChat),
    deleteChat: action(deleteChat),
    restoreChat: action(restoreChat),
    eraseChat: action(eraseChat),
    forkChat: action(forkChat),
    listTurns: action(listTurns),
    showBranch: action(showBranch),
    sendMessage: action(sendMessage),
    /** Sends a message and tells what comes of it, for whoever cannot be asked anything meanwhile. */
    ask: (input: AskInput): AsyncGenerator<AskEvent> => ask(context, input),
    compactChat: action(compactChat),
    continueInNewChat: action(continueInNewChat),
    editMessage: action(editMessage),
    regenerateAnswer: action(regenerateAnswer),
    continueAnswer: action(continueAnswer),
    chooseAnswer: action(chooseAnswer),
    saveAnswer: action(saveAnswer),
    answerCall: action(answerCall),
    steerAnswer: action(steerAnswer),
    undoCall: action(undoCall),
    stopAnswer: action(stopAnswer),
    watchAnswer: action(watchAnswer),
    inspectTurn: action(inspectTurn),
    readAside: action(readAside),
    readSource: action(readSource),
    forecastTurn: action(forecastTurn),
    forgetArtifact: action(forgetArtifact),
    markArtifact: action(markArtifact),
    /** Writes the chat files that are due now rather than soon; resolves when all of them have been tried. */
    writeChatFiles: (): Promise<void> => context.chatFiles.settle(),
    /** Looks for what an earlier run has marked and not swept. */
    resumeSweeps: (): Promise<void> => action(resumeSweeps)(undefined),
    /** Sweeps what deletions made due now rather than soon. */
    sweepTexts: (): Promise<void> => context.sweeps.settle(),
    /** Cuts answers in flight, keeps what came of them, and closes the database. */
    close: async (): Promise<void> => {
      closing.abort()
      await interruptAnswers(context)
      await context.sweeps.ended()
      await context.mcp.close()
      await context.chatFiles.settle()
      await closeWorkspaces(context)
      await context.indexThreads?.close()
      await filling
      await watching
      await options.store.close()
    },
  }
}

async function interruptAnswers({ live }: AppContext): Promise<void> {
  const running = [...live.values()]
  for (const answer of running) answer.stopping.abort('interrupted' satisfies StopReason)
  await Promise.all(running.map((answer) => answer.ended))
}
