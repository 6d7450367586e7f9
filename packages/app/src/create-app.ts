import { leaveJobs } from '@varve/workspace'
import { actingKeyId, actingWith, requireMayEnter } from './acting.ts'
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './access/api-keys.ts'
import { toAppError } from './app-error.ts'
import {
  createWorkspace,
  listWorkspaces,
  openWorkspace,
  removeWorkspace,
  requireWorkspace,
  showWorkspace,
} from './files/manage-workspaces.ts'
import { countUnlistedChats, reindexChats } from './chat-files/reindex-chats.ts'
import { browseFolders } from './files/browse-folders.ts'
import { controlIndex, setEmbeddings, watchIndex } from './files/control-index.ts'
import { readWorkspaceSettings, setWorkspaceSettings } from './files/workspace-settings.ts'
import { readMemory, writeMemory } from './memory/memory.ts'
import { showStatistics, showTurnStatistics } from './usage/show-turn-statistics.ts'
import { findRelated, listTags, searchWorkspace } from './files/search-workspace.ts'
import { listFiles, listRecentFiles } from './files/list-files.ts'
import { readFile } from './files/read-file.ts'
import { readPicture } from './files/read-picture.ts'
import { uploadFile } from './files/upload-file.ts'
import {
  diffFile,
  listTrash,
  listVersions,
  downloadFile,
  moveFile,
  removeFile,
  restoreFile,
  writeFile,
} from './files/file-actions.ts'
import { findAreas, listAreas } from './areas/guide-turn.ts'
import { listAudit, readGuard, setGuard, tryRule } from './guard/guard-settings.ts'
import { changeToolRules, showToolRules } from './tools/rules/change-tool-rules.ts'
import {
  checkDefinition,
  removeDefinition,
  trustDefinition,
  writeDefinition,
} from './definitions/change-definition.ts'
import { fillTemplate, readComposer } from './definitions/read-composer.ts'
import { listDefinitions, readDefinition } from './definitions/list-definitions.ts'
import {
  reconnectMcpServer,
  signInToMcpServer,
  trustMcpServer,
  tryMcpServer,
  writeMcpServer,
} from './mcp/change-mcp-server.ts'
import { listMcpServers } from './mcp/list-mcp-servers.ts'
import { shareWorkspace } from './mcp/serve/share-workspace.ts'
import { listInstructions, trustInstruction } from './definitions/list-instructions.ts'
import { localModelsOf } from './local-models/local-models.ts'
import { embedTexts } from './models/embed-texts.ts'
import { listModels, refreshModels } from './models/list-models.ts'
import { addModel, checkEndpoint, removeModel } from './models/endpoints.ts'
import { checkProviderKey, forgetProviderKey, listProviders, setProviderKey } from './models/provider-keys.ts'
import { exportChat } from './chat-exchange/export-chat.ts'
import { importChats } from './chat-exchange/import-chats.ts'
import { listQuestions } from './chats/list-questions.ts'
import { fillChatTexts, searchChats } from './chats/search-chats.ts'
import { arrangeChat } from './chat-files/arrange-chat.ts'
import { compactChat } from './chats/compact-chat.ts'
import { continueInNewChat } from './chats/continue-in-new-chat.ts'
import { createChat, deleteChat, restoreChat, setChatSettings, showBranch } from './chats/manage-chats.ts'
import { eraseChat } from './chat-files/erase-chat.ts'
import { type ChatNamed, findChat } from './chat/find-chat.ts'
import { forkChat } from './chats/fork-chat.ts'
import { listChats } from './chat/list-chats.ts'
import {
  chooseAnswer,
  forgetArtifact,
  inspectTurn,
  listTurns,
  markArtifact,
  openChat,
} from './turn/open-chat.ts'
import { requireSearchAddress, tryWebSearch } from './tools/web/searxng-search.ts'
import { suggestTitle } from './turn/suggest-title.ts'
import { deleteTrace, readReceived, showTrace } from './call-log/show-trace.ts'
import { exportTrace } from './chat-files/export-trace.ts'
import { readSource } from './files/read-source.ts'
import { readSideCall } from './side-calls/load-side-calls.ts'
import { compareAnswers, forecastComparison } from './turn/compare-answers.ts'
import { forecastChoices, forecastTurn } from './turn/forecast.ts'
import { regenerateAnswer } from './turn/regenerate.ts'
import { answerCall, steerAnswer, stopAnswer } from './turn/running-answer.ts'
import { saveAnswer } from './turn/save-answer.ts'
import { continueAnswer, editMessage, sendMessage } from './turn/send.ts'
import { undoCall } from './turn/undo-call.ts'
import { watchAnswer } from './turn/watch-answer.ts'
import type { AppContext } from './app-context.ts'
import type { AppOptions } from './app-options.ts'
import {
  type AppSettingsPatch,
  type AppSettingsView,
  type AskEvent,
  type GetModelRequest,
  LOCAL_PROVIDER,
  type LocalModelSettingsPatch,
} from '@varve/contract'
import { type AskAgainInput, type AskInput, ask, askAgain } from './ask/ask.ts'
import { type ConverseInput, converse, type TalkEvent } from './ask/converse.ts'
import { findDueWorkspaces } from './chat-files/write-due-files.ts'
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
  const { action, inWorkspace } = bindActions(context)
  return {
    /** Actions inside run with this key and its scope. */
    actWith: actingWith,
    actingKeyId,
    // Keys that programs come in with.
    listApiKeys: action(listApiKeys),
    createApiKey: action(createApiKey),
    revokeApiKey: action(revokeApiKey),
    findApiKey: action(findApiKey),
    /** Why nothing can be changed, where that is so. */
    readOnly: options.store.readOnly,
    // Workspaces, their settings, their index, and what they cost.
    showWorkspace: action(showWorkspace),
    listWorkspaces: action(listWorkspaces),
    openWorkspace: action(openWorkspace),
    createWorkspace: action(createWorkspace),
    removeWorkspace: action(removeWorkspace),
    readWorkspaceSettings: inWorkspace(({ store }, { workspaceId }: { readonly workspaceId: string }) =>
      readWorkspaceSettings(store, workspaceId),
    ),
    setWorkspaceSettings: action(setWorkspaceSettings),
    countUnlistedChats: action(countUnlistedChats),
    reindexChats: action(reindexChats),
    browseFolders: action(browseFolders),
    controlIndex: action(controlIndex),
    setEmbeddings: action(setEmbeddings),
    watchIndex: action(watchIndex),
    showStatistics: action(showStatistics),
    showTurnStatistics: action(showTurnStatistics),
    readMemory: inWorkspace(readMemory),
    writeMemory: action(writeMemory),
    // The files of a workspace.
    listFiles: action(listFiles),
    listRecentFiles: action(listRecentFiles),
    readFile: action(readFile),
    readPicture: action(readPicture),
    downloadFile: action(downloadFile),
    uploadFile: action(uploadFile),
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
    // What may leave a workspace, what tools may do in it, and what answers there have to heed.
    readGuard: inWorkspace(readGuard),
    setGuard: inWorkspace(setGuard),
    tryRule: inWorkspace(tryRule),
    listAudit: inWorkspace(listAudit),
    readToolRules: inWorkspace(showToolRules),
    setToolRules: inWorkspace(changeToolRules),
    listAreas: inWorkspace(listAreas),
    findAreas: inWorkspace(findAreas),
    // Agents, skills, templates and projects, and the servers of tools.
    listDefinitions: inWorkspace(listDefinitions),
    readDefinition: action(readDefinition),
    writeDefinition: action(writeDefinition),
    checkDefinition: action(checkDefinition),
    trustDefinition: action(trustDefinition),
    removeDefinition: action(removeDefinition),
    fillTemplate: action(fillTemplate),
    readComposer: inWorkspace(readComposer),
    listInstructions: inWorkspace(listInstructions),
    trustInstruction: inWorkspace(trustInstruction),
    listMcpServers: inWorkspace(listMcpServers),
    trustMcpServer: action(trustMcpServer),
    reconnectMcpServer: action(reconnectMcpServer),
    signInToMcpServer: action(signInToMcpServer),
    tryMcpServer: action(tryMcpServer),
    writeMcpServer: action(writeMcpServer),
    /** For one other assistant. */
    shareWorkspace: action(shareWorkspace),
    // Models, and the keys of their providers.
    listModels: action(listModels),
    refreshModels: action(refreshModels),
    listProviders: action(listProviders),
    checkProviderKey: action(checkProviderKey),
    setProviderKey: action(setProviderKey),
    forgetProviderKey: action(forgetProviderKey),
    checkEndpoint: action(checkEndpoint),
    addModel: action(addModel),
    readAppSettings: (): AppSettingsView => context.settings.values,
    setAppSettings: action(async ({ settings }: AppContext, patch: AppSettingsPatch) => {
      if (typeof patch.webSearch === 'string') requireSearchAddress(patch.webSearch)
      return settings.change(patch)
    }),
    tryWebSearch: action(tryWebSearch),
    removeModel: action(removeModel),
    // Models of one's own, and what runs them.
    showLocalModels: action(async (place) => ({
      ...(await localModelsOf(place).show()),
      ...(await place.runner?.inUse()),
    })),
    getLocalModel: action(async (place, wanted: GetModelRequest) => localModelsOf(place).get(wanted)),
    pauseDownload: action(async (place, { id }: { readonly id: string }) =>
      localModelsOf(place).downloads.pause(id),
    ),
    resumeDownload: action(async (place, { id }: { readonly id: string }) =>
      localModelsOf(place).downloads.resume(id),
    ),
    cancelDownload: action(async (place, { id }: { readonly id: string }) =>
      localModelsOf(place).downloads.cancel(id),
    ),
    openLocalModel: action(async (place, { path }: { readonly path: string }) =>
      localModelsOf(place).open(path),
    ),
    removeLocalModel: action(async (place, { id }: { readonly id: string }) => {
      await place.runner?.forgetModel(`${LOCAL_PROVIDER}/${id}`)
      return localModelsOf(place).remove(id)
    }),
    setLocalModelSettings: action(async (place, patch: LocalModelSettingsPatch) =>
      localModelsOf(place).setSettings(patch),
    ),
    installModelRuntime: action(async (place) => localModelsOf(place).installRuntime()),
    embedTexts: action(embedTexts),
    // Chats as a whole.
    listChats: action(listChats),
    /** The id of a chat by how it begins. */
    findChat: inWorkspace(({ store }, named: ChatNamed) => findChat(store, named)),
    searchChats: inWorkspace(searchChats),
    importChats: action(importChats),
    exportChat: action(exportChat),
    exportTrace: action(exportTrace),
    deleteTrace: action(deleteTrace),
    suggestTitle: action(suggestTitle),
    createChat: inWorkspace(createChat),
    openChat: action(openChat),
    setChatSettings: action(setChatSettings),
    arrangeChat: action(arrangeChat),
    deleteChat: action(deleteChat),
    restoreChat: action(restoreChat),
    eraseChat: action(eraseChat),
    forkChat: action(forkChat),
    listTurns: action(listTurns),
    listQuestions: action(listQuestions),
    showBranch: action(showBranch),
    compactChat: action(compactChat),
    continueInNewChat: action(continueInNewChat),
    // What is asked and answered within a chat.
    sendMessage: action(sendMessage),
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
    compareAnswers: action(compareAnswers),
    forecastComparison: action(forecastComparison),
    inspectTurn: action(inspectTurn),
    readSideCall: action(readSideCall),
    readReceived: action(readReceived),
    showTrace: action(showTrace),
    readSource: action(readSource),
    forecastTurn: action(forecastTurn),
    forecastChoices: action(forecastChoices),
    forgetArtifact: action(forgetArtifact),
    markArtifact: action(markArtifact),
    /** Sends a message and reports its events, for callers that can't answer questions. */
    ask: (input: AskInput): AsyncGenerator<AskEvent> => ask(context, input),
    /** The same for a turn that there is: another answer, other words, or the rest of an answer. */
    askAgain: (input: AskAgainInput): AsyncGenerator<AskEvent> => askAgain(context, input),
    /** Answers a conversation that its client sends whole each time. */
    converse: (input: ConverseInput): AsyncGenerator<TalkEvent> => converse(context, input),
    /** Writes the chat files that are due now rather than soon; resolves when all of them have been tried. */
    writeChatFiles: (): Promise<void> => context.chatFiles.settle(),
    /** Looks for what an earlier run has marked and not swept. */
    resumeSweeps: (): Promise<void> => action(resumeSweeps)(undefined),
    /** Sweeps what deletions made due now rather than soon. */
    sweepTexts: (): Promise<void> => context.sweeps.settle(),
    /**
     * Stops running answers, keeps their text and closes the database. With a time limit, remaining chat
     * files are written at the next start.
     */
    close: async ({ chatFileMilliseconds }: CloseOptions = {}): Promise<void> => {
      closing.abort()
      await interruptAnswers(context)
      await context.sweeps.ended()
      await context.mcp.close()
      await context.localModels?.close()
      await context.runner?.close()
      await context.embedder.close()
      if (chatFileMilliseconds === undefined) await context.chatFiles.settle()
      else await context.chatFiles.settleWithin(chatFileMilliseconds)
      await closeWorkspaces(context)
      await filling
      await watching
      await options.store.close()
      leaveJobs()
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

/** How what is done with the context becomes an action that fails with an `AppError` and nothing else. */
function bindActions(context: AppContext) {
  const action =
    <Input, Output>(act: (context: AppContext, input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      try {
        requireMayEnter(input)
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
  return { action, inWorkspace }
}
