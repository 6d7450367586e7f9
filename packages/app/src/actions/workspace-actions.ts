import { countUnlistedChats } from '../chat-files/count-unlisted-chats.ts'
import { reindexChats } from '../chat-files/reindex-chats.ts'
import { browseFolders } from '../files/browse-folders.ts'
import { controlIndex } from '../files/control-index.ts'
import { createWorkspace } from '../files/create-workspace.ts'
import { listWorkspaces } from '../files/list-workspaces.ts'
import { openWorkspace } from '../files/open-workspace.ts'
import { removeWorkspace } from '../files/remove-workspace.ts'
import { setEmbeddings } from '../files/set-embeddings.ts'
import { setWorkspaceSettings } from '../files/set-workspace-settings.ts'
import { showWorkspace } from '../files/show-workspace.ts'
import { watchIndex } from '../files/watch-index.ts'
import { readWorkspaceSettings } from '../files/workspace-settings.ts'
import { readMemory, writeMemory } from '../memory/read-memory.ts'
import { showStatistics } from '../usage/show-statistics.ts'
import { showTurnStatistics } from '../usage/show-turn-statistics.ts'
import type { BoundActions } from './bind-actions.ts'

/** Workspaces, their settings, their index, and what they cost. */
export function workspaceActions({ action, inWorkspace }: BoundActions) {
  return {
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
  }
}
