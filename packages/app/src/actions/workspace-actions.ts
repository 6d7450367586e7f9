import { countUnlistedChats } from '../chat-files/count-unlisted-chats.ts'
import { reindexChats } from '../chat-files/reindex-chats.ts'
import { readMemory } from '../sections/read-memory.ts'
import { writeMemory } from '../sections/write-memory.ts'
import { showStatistics } from '../statistics/show-statistics.ts'
import { showTurnStatistics } from '../statistics/show-turn-statistics.ts'
import { browseFolders } from '../workspace/browse-folders.ts'
import { controlIndex } from '../workspace/control-index.ts'
import { createWorkspace } from '../workspace/create-workspace.ts'
import { listWorkspaces } from '../workspace/list-workspaces.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { removeWorkspace } from '../workspace/remove-workspace.ts'
import { setEmbeddings } from '../workspace/set-embeddings.ts'
import { setWorkspaceSettings } from '../workspace/set-workspace-settings.ts'
import { showWorkspace } from '../workspace/show-workspace.ts'
import { readWorkspaceSettings } from '../workspace/workspace-settings.ts'
import { watchIndex } from '../workspace/watch-index.ts'
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
