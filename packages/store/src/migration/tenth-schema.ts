import type { SchemaStep } from './migration.ts'

/** Pinned chats are few, and asked for with every list. */
export const tenthSchema: SchemaStep = {
  version: 10,
  name: 'pinned chats',
  statements: () => [
    'create index conversations_pinned on conversations (workspace_id, activity) where pinned_at is not null',
  ],
}
