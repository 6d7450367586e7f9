import type { SchemaStep } from './migration.ts'

/** Calls of models that are no answer: titles, plans, summaries, comparisons. What was said is sealed. */
export const eleventhSchema: SchemaStep = {
  version: 11,
  name: 'side calls',
  statements: ({ text, integer, bytes, strict }) => [
    `create table side_calls (
      workspace_id ${text} not null,
      id ${text} not null,
      conversation_id ${text} not null,
      turn_id ${text},
      purpose ${text} not null,
      model_id ${text} not null,
      model_name ${text} not null,
      at ${integer} not null,
      milliseconds ${integer} not null,
      error ${text},
      request_hash ${text} not null,
      usage ${text},
      sealed ${bytes},
      primary key (workspace_id, id),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strict}`,
    'create index side_calls_of_chats on side_calls (workspace_id, conversation_id, at)',
  ],
}
