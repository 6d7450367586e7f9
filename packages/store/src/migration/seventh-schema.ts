import type { SchemaStep } from './migration.ts'

/** The files of a workspace that lies in the database, and all that they once were. */
export const seventhSchema: SchemaStep = {
  version: 7,
  name: 'files, their versions and the trash',
  statements: ({ text, integer, strictByKey, forbid }) => [
    // 'revision' and 'sequence' are counted together in a workspace, so that no number comes twice.
    `create table files (
      workspace_id ${text} not null references workspaces (id),
      path ${text} not null,
      hash ${text} not null,
      bytes ${integer} not null,
      modified ${integer} not null,
      revision ${integer} not null,
      primary key (workspace_id, path),
      unique (workspace_id, revision),
      foreign key (workspace_id, hash) references blobs (workspace_id, hash)
    )${strictByKey}`,
    `create table file_versions (
      workspace_id ${text} not null references workspaces (id),
      id ${text} not null,
      path ${text} not null,
      hash ${text} not null,
      bytes ${integer} not null,
      kept_at ${integer} not null,
      sequence ${integer} not null,
      primary key (workspace_id, id),
      unique (workspace_id, sequence),
      foreign key (workspace_id, hash) references blobs (workspace_id, hash)
    )${strictByKey}`,
    'create index file_versions_by_path on file_versions (workspace_id, path, sequence)',
    ...forbid('file_versions', ['update', 'delete']),
    // What was removed and has not come back: the version that it was.
    `create table file_trash (
      workspace_id ${text} not null,
      id ${text} not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, id) references file_versions (workspace_id, id)
    )${strictByKey}`,
  ],
}
