import type { FileListing, FileStore } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { CHATS_FOLDER } from './chat-file-name.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { OpenedWorkspace } from './workspace-files.ts'

/** A workspace as the writer and the reader of chat files see it: its chats where they are kept, the rest where it is. */
export async function openedForChats(context: AppContext, workspaceId: string): Promise<OpenedWorkspace> {
  const opened = await openedWorkspace(context, workspaceId)
  const { files, chatFiles } = opened
  return files === chatFiles ? opened : { ...opened, files: withChats(files, chatFiles) }
}

function withChats(files: FileStore, chatFiles: FileStore): FileStore {
  const at = (path: string): FileStore =>
    path.normalize('NFC').startsWith(`${CHATS_FOLDER}/`) ? chatFiles : files
  return {
    ...files,
    list: async (folder) => joined(await files.list(folder), await chatFiles.list(folder)),
    read: (path) => at(path).read(path),
    stat: (path) => at(path).stat(path),
    write: (path, ...rest) => at(path).write(path, ...rest),
    remove: (path, expected) => at(path).remove(path, expected),
  }
}

/** A file of the database by the name of a chat is hidden by the chat, as it is when it is read. */
function joined(files: FileListing, chats: FileListing): FileListing {
  const others = files.files.filter(({ path }) => !path.startsWith(`${CHATS_FOLDER}/`))
  return {
    files: [...others, ...chats.files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    truncated: files.truncated || chats.truncated,
    problems: [...files.problems, ...chats.problems],
  }
}
