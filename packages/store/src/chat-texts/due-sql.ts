/** Puts every text of every chat on the list of those that are to be read, in the words of both databases. */
export const CHAT_TEXTS_DUE: readonly string[] = [
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'chat', id, updated_at from conversations where titled_by <> 'default' or tags <> '[]'`,
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'question', id, at from turns`,
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'answer', id, started_at from answers where status <> 'streaming'`,
]
