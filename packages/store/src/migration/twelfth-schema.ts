import type { SchemaStep } from './migration.ts'

/** What the next turn of a chat is to do, beside forgetting: marks on what it keeps, and a base in short. */
export const twelfthSchema: SchemaStep = {
  version: 12,
  name: 'wishes for the next turn',
  statements: ({ text, strictByKey }) => [
    `create table wishes (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      key ${text} not null,
      wish ${text} not null,
      primary key (workspace_id, conversation_id, key),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strictByKey}`,
  ],
}
