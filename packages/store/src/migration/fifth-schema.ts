import type { SchemaStep } from './migration.ts'

/** Which note of the workspace holds a chat, and whether it is behind. */
export const fifthSchema: SchemaStep = {
  version: 5,
  name: 'chat files',
  statements: ({ text, integer, strictByKey }) => [
    // A file is behind where 'changed' is more than 'written'. 'next' is what is being written over 'hash':
    // after a crash either may be on disk, and both are ours.
    `create table chat_files (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      changed ${integer} not null,
      written ${integer} not null,
      path ${text},
      hash ${text},
      next ${text},
      state ${text},
      notice ${text},
      primary key (workspace_id, conversation_id),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strictByKey}`,
  ],
}
