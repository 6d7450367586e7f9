import type { SchemaStep } from './migration.ts'

/** Who works here, what it cost, what is to be done, and a record that nobody can change. */
export const fourthSchema: SchemaStep = {
  version: 4,
  name: 'users, memberships, sealed keys, audit, jobs, usage, owners of answers',
  statements: ({ text, integer, bytes, strict, strictByKey, forbid }) => [
    // The one table besides the workspaces that belongs to no workspace: a person may be in several.
    `create table users (
      id ${text} primary key,
      name ${text} not null unique,
      created_at ${integer} not null,
      disabled_at ${integer}
    )${strict}`,
    `create table memberships (
      workspace_id ${text} not null references workspaces (id),
      user_id ${text} not null references users (id),
      role ${text} not null check (role in ('owner', 'editor', 'viewer')),
      at ${integer} not null,
      primary key (workspace_id, user_id)
    )${strictByKey}`,
    'create index memberships_by_user on memberships (user_id)',
    `create table sealed_keys (
      workspace_id ${text} not null references workspaces (id),
      provider ${text} not null,
      sealed ${bytes} not null,
      at ${integer} not null,
      primary key (workspace_id, provider)
    )${strictByKey}`,
    `create table audit (
      workspace_id ${text} not null references workspaces (id),
      sequence ${integer} not null,
      at ${integer} not null,
      actor ${text},
      action ${text} not null,
      detail ${text} not null,
      primary key (workspace_id, sequence)
    )${strictByKey}`,
    ...forbid('audit', ['update', 'delete']),
    // 'run_after' is when a job is due; of a running one, when it is taken for lost.
    `create table jobs (
      workspace_id ${text} not null references workspaces (id),
      id ${text} not null,
      kind ${text} not null,
      state ${text} not null check (state in ('waiting', 'running', 'done', 'failed')),
      payload ${text} not null,
      run_after ${integer} not null,
      attempts ${integer} not null,
      error ${text},
      primary key (workspace_id, id)
    )${strict}`,
    `create index jobs_due on jobs (run_after) where state in ('waiting', 'running')`,
    // Cost in billionths of a dollar: whole numbers add up to the same sum in any order.
    `create table usage (
      workspace_id ${text} not null references workspaces (id),
      id ${text} not null,
      at ${integer} not null,
      user_id ${text},
      conversation_id ${text},
      model_id ${text} not null,
      input ${integer} not null,
      cached ${integer} not null,
      written ${integer} not null,
      output ${integer} not null,
      cost_nano ${integer} not null,
      primary key (workspace_id, id)
    )${strict}`,
    'create index usage_by_time on usage (workspace_id, at)',
    // Which of several programs writes an answer, where several may; it alone may leave it unfinished.
    `alter table answers add column owner ${integer}`,
  ],
}
