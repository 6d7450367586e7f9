import type { SchemaStep } from './migration.ts'

/** Which branches were last looked at, and answers that another program is asked to stop. */
export const thirteenthSchema: SchemaStep = {
  version: 13,
  name: 'ends of branches on show, wishes to stop',
  statements: ({ text, integer, strictByKey }) => [
    // 'shown' counts in a conversation: the highest is the end that was on show last.
    `create table shown_ends (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      turn_id ${text} not null,
      shown ${integer} not null,
      primary key (workspace_id, conversation_id, turn_id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id)
    )${strictByKey}`,
    'create index shown_ends_in_order on shown_ends (workspace_id, conversation_id, shown)',
    `alter table answers add column stop_asked_at ${integer}`,
  ],
}
