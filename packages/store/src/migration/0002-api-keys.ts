import type { SchemaStep } from './schema-dialect.ts'

/** API keys of programs. The key itself isn't stored: 'hash' recognizes it. */
export const apiKeysSchema: SchemaStep = {
  version: 2,
  name: 'api-keys',
  statements: ({ text, integer, strict }) => [
    `create table api_keys (
      workspace_id ${text} not null references workspaces (id),
      id ${text} not null,
      name ${text} not null,
      hash ${text} not null unique,
      hint ${text} not null,
      scope ${text} not null,
      created_at ${integer} not null,
      used_at ${integer},
      revoked_at ${integer},
      spent_nano ${integer} not null default 0,
      primary key (workspace_id, id)
    )${strict}`,
  ],
}
