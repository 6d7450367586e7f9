import type { SchemaStep } from './migration.ts'

/** What stands behind the placeholders of a chat, sealed. */
export const eighthSchema: SchemaStep = {
  version: 8,
  name: 'redactions',
  statements: ({ text, bytes, strict }) => [
    `create table redactions (
      workspace_id ${text} not null,
      turn_id ${text} not null,
      sealed ${bytes} not null,
      primary key (workspace_id, turn_id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id)
    )${strict}`,
  ],
}
