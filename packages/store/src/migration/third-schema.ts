import type { SchemaStep } from './migration.ts'

/** What comes into a workspace from outside its folder: pictures that were sent, files handed over, pages read. */
export const thirdSchema: SchemaStep = {
  version: 3,
  name: 'blobs, uploads, web pages',
  statements: ({ text, integer, bytes, strict, strictByKey }) => [
    `create table blobs (
      workspace_id ${text} not null references workspaces (id),
      hash ${text} not null,
      bytes ${bytes} not null,
      primary key (workspace_id, hash)
    )${strict}`,
    `create table uploads (
      workspace_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      hash ${text} not null,
      at ${integer} not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, hash) references blobs (workspace_id, hash)
    )${strict}`,
    'create index uploads_by_id on uploads (id)',
    `create table web_pages (
      workspace_id ${text} not null references workspaces (id),
      url ${text} not null,
      page ${text} not null,
      primary key (workspace_id, url)
    )${strictByKey}`,
  ],
}
