import { CHAT_TEXTS_DUE } from '../chat-texts/due-sql.ts'
import type { SchemaStep } from './migration.ts'

/**
 * What chats are searched by. All of it can be made again from the chats, so it is not moved: what is not in it
 * yet is due, and read in the background.
 */
export const ninthSchema: SchemaStep = {
  version: 9,
  name: 'search over chats',
  statements: ({ kind, text, integer, strictByKey }) => [
    ...(kind === 'sqlite' ? sqliteTables() : postgresTables()),
    `create table chat_texts_due (
      workspace_id ${text} not null,
      part ${text} not null,
      source_id ${text} not null,
      at ${integer} not null,
      primary key (workspace_id, part, source_id)
    )${strictByKey}`,
    'create index chat_texts_due_by_time on chat_texts_due (at)',
    ...CHAT_TEXTS_DUE,
  ],
}

/** 'place' follows the time of a text, so that the newest are found first without sorting. */
function sqliteTables(): readonly string[] {
  return [
    `create table chat_texts (
      place integer primary key,
      workspace_id text not null,
      part text not null,
      source_id text not null,
      conversation_id text not null,
      unique (workspace_id, part, source_id)
    ) strict`,
    // The words come apart already: whatever is beyond ASCII is a letter here.
    `create virtual table chat_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    )`,
  ]
}

function postgresTables(): readonly string[] {
  return [
    `create table chat_texts (
      workspace_id text collate "C" not null,
      part text collate "C" not null,
      source_id text collate "C" not null,
      conversation_id text collate "C" not null,
      place bigint not null,
      words tsvector not null,
      primary key (workspace_id, part, source_id)
    )`,
    'create index chat_texts_by_place on chat_texts (workspace_id, place)',
    'create index chat_texts_by_words on chat_texts using gin (words)',
  ]
}
