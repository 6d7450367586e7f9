import type { SchemaStep } from './migration.ts'

/** What was sent, sealed: the body of a call in a column of its own, and pages of long lists in such bodies. */
export const fourteenthSchema: SchemaStep = {
  version: 14,
  name: 'sealed calls',
  statements: ({ text, bytes, strictByKey }) => [
    // Where it is there, 'root' says nothing. A call from before has its body there, in the clear.
    `alter table calls add column sealed ${bytes}`,
    // The hash is that of the page before it was sealed, so that each is kept once.
    `create table call_pages (
      workspace_id ${text} not null references workspaces (id),
      hash ${text} not null,
      sealed ${bytes} not null,
      primary key (workspace_id, hash)
    )${strictByKey}`,
  ],
}
