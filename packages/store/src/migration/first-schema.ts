import type { SchemaStep } from './migration.ts'

/** Each table with user data carries its workspace, in its key, so that no id reaches into another one. */
export const firstSchema: SchemaStep = {
  version: 1,
  name: 'workspaces, conversations, turns, answers, engine states, objects, settings',
  statements: ({ text, integer, bytes, strict, strictByKey, forbid }) => [
    `create table workspaces (
      id ${text} primary key,
      name ${text} not null,
      kind ${text} not null check (kind in ('folder', 'database')),
      root ${text},
      created_at ${integer} not null
    )${strict}`,
    `create table settings (
      workspace_id ${text} not null references workspaces (id),
      name ${text} not null,
      value ${text} not null,
      primary key (workspace_id, name)
    )${strictByKey}`,
    // 'activity' orders chats by use: a counter, since clocks go backwards.
    `create table conversations (
      workspace_id ${text} not null references workspaces (id),
      id ${text} not null,
      title ${text} not null,
      titled_by ${text} not null check (titled_by in ('default', 'message', 'user')),
      created_at ${integer} not null,
      updated_at ${integer} not null,
      activity ${integer} not null,
      trashed_at ${integer},
      primary key (workspace_id, id)
    )${strict}`,
    'create index conversations_by_activity on conversations (workspace_id, activity)',
    `create table turns (
      workspace_id ${text} not null,
      id ${text} not null,
      conversation_id ${text} not null,
      number ${integer} not null,
      at ${integer} not null,
      text ${text} not null,
      attach ${text} not null,
      primary key (workspace_id, id),
      unique (workspace_id, conversation_id, number),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strict}`,
    ...forbid('turns', ['update']),
    `create table answers (
      workspace_id ${text} not null,
      id ${text} not null,
      conversation_id ${text} not null,
      turn_id ${text} not null,
      model_id ${text} not null,
      model_name ${text} not null,
      status ${text} not null check (status in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')),
      text ${text} not null,
      sources ${text} not null,
      usage ${text},
      error ${text},
      started_at ${integer} not null,
      ended_at ${integer},
      primary key (workspace_id, id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id)
    )${strict}`,
    'create index answers_by_turn on answers (workspace_id, turn_id)',
    `create index answers_streaming on answers (workspace_id, conversation_id) where status = 'streaming'`,
    `create table engine_states (
      workspace_id ${text} not null,
      turn_id ${text} not null,
      stage ${text} not null check (stage in ('asked', 'answered')),
      root ${text} not null,
      primary key (workspace_id, turn_id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id)
    )${strict}`,
    `create table plans (
      workspace_id ${text} not null,
      turn_id ${text} not null,
      model_id ${text} not null,
      summary ${text} not null,
      root ${text} not null,
      primary key (workspace_id, turn_id, model_id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id)
    )${strict}`,
    // 'wide' holds UTF-16 for the rare text that has no UTF-8 form.
    `create table objects (
      workspace_id ${text} not null references workspaces (id),
      hash ${text} not null,
      text ${text},
      wide ${bytes},
      primary key (workspace_id, hash),
      check ((text is null) <> (wide is null))
    )${strictByKey}`,
    `create table forgets (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      key ${text} not null,
      primary key (workspace_id, conversation_id, key),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strictByKey}`,
    // What a client asked for under its own key, so that a retry is answered and not done again.
    `create table requests (
      workspace_id ${text} not null references workspaces (id),
      key ${text} not null,
      fingerprint ${text} not null,
      response ${text} not null,
      at ${integer} not null,
      primary key (workspace_id, key)
    )${strictByKey}`,
  ],
}
