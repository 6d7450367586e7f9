import { exportChat } from '../chat-exchange/export-chat.ts'
import { importChats } from '../chat-exchange/import-chats.ts'
import { searchChats } from '../chats/search-chats.ts'
import { arrangeChat } from '../chat-files/arrange-chat.ts'
import { compactChat } from '../chats/compact-chat.ts'
import { continueInNewChat } from '../chats/continue-in-new-chat.ts'
import { createChat } from '../chats/create-chat.ts'
import { deleteChat } from '../chats/delete-chat.ts'
import { eraseChat } from '../chat-files/erase-chat.ts'
import { type ChatNamed, findChat } from '../chat/find-chat.ts'
import { forkChat } from '../chats/fork-chat.ts'
import { listChats } from '../chat/list-chats.ts'
import { listTurns, openChat } from '../turn/open-chat.ts'
import { renameChat } from '../chat-files/rename-chat.ts'
import { restoreChat } from '../chats/restore-chat.ts'
import { setChatSettings } from '../chats/set-chat-settings.ts'
import { showBranch } from '../chats/show-branch.ts'
import { suggestTitle } from '../turn/suggest-title.ts'
import { deleteTrace } from '../call-log/delete-trace.ts'
import { exportTrace } from '../chat-files/export-trace.ts'
import type { BoundActions } from './bind-actions.ts'

/** Chats as a whole. */
export function chatActions({ action, inWorkspace }: BoundActions) {
  return {
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
    renameChat: action(renameChat),
    setChatSettings: action(setChatSettings),
    arrangeChat: action(arrangeChat),
    deleteChat: action(deleteChat),
    restoreChat: action(restoreChat),
    eraseChat: action(eraseChat),
    forkChat: action(forkChat),
    listTurns: action(listTurns),
    showBranch: action(showBranch),
    compactChat: action(compactChat),
    continueInNewChat: action(continueInNewChat),
  }
}
