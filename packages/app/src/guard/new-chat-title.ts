/** What a chat is called until its first message gives it a title. */
export const NEW_CHAT_TITLE = 'New chat'
