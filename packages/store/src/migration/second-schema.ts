import type { SchemaStep } from './migration.ts'

/** What chats ask of models, and what is known of the providers' caches. */
export const secondSchema: SchemaStep = {
  version: 2,
  name: 'settings of chats and answers, codes of failures, caches on the wire, cache objects',
  statements: ({ text, integer, strictByKey }) => [
    `alter table conversations add column settings ${text} not null default '{}'`,
    // As it was sent: the settings of the chat may change afterwards.
    `alter table answers add column settings ${text}`,
    `alter table answers add column error_code ${text}`,
    'create index answers_by_model on answers (workspace_id, conversation_id, model_id, started_at)',
    // What a provider is expected to hold of a chat, by the bytes that it was sent.
    `create table wire_caches (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      model_id ${text} not null,
      memory ${text} not null,
      primary key (workspace_id, conversation_id, model_id),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strictByKey}`,
    // Objects at a provider are paid for while they exist: they must be found again after a restart.
    `create table cache_objects (
      workspace_id ${text} not null,
      conversation_id ${text} not null,
      model_id ${text} not null,
      name ${text} not null,
      key ${text} not null,
      blocks ${integer} not null,
      tokens ${integer} not null,
      expires_at ${integer} not null,
      primary key (workspace_id, conversation_id, model_id, name),
      foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
    )${strictByKey}`,
  ],
}
