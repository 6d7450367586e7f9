const TRANSCRIPT = /^Varve\/chats\/([^/]+)\.md$/
/** The end of the chat's id, and a number where two chats would have the same name. */
const ID = / ([0-9a-z]{8})(?: \d+)?$/

/** What the note that a chat is kept in is called: the title of the chat, without its id. Undefined for any other file. */
export function transcriptTitle(path: string): string | undefined {
  const [, name] = TRANSCRIPT.exec(path) ?? []
  return name?.replace(ID, '')
}

/** Whether a file is the note of this chat. */
export function isTranscriptOf(path: string, chatId: string): boolean {
  const [, name = ''] = TRANSCRIPT.exec(path) ?? []
  const [, id] = ID.exec(name) ?? []
  return id !== undefined && chatId.replaceAll('-', '').toLowerCase().endsWith(id)
}
