import type { SchemaStep } from './migration.ts'

/** What a sweep found nothing to refer to, and how many sweeps there were. */
export const fifteenthSchema: SchemaStep = {
  version: 15,
  name: 'sweeps',
  statements: ({ text, integer, strictByKey }) => [
    // A text or a page that is to go, unless somebody needs it again. It is treated as if it were gone already.
    `create table unreferred (
      workspace_id ${text} not null references workspaces (id),
      hash ${text} not null,
      since ${integer} not null,
      primary key (workspace_id, hash)
    )${strictByKey}`,
    `create table sweeps (
      workspace_id ${text} not null primary key references workspaces (id),
      number ${integer} not null
    )${strictByKey}`,
  ],
}
