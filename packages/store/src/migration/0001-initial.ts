import type { SchemaStep } from './schema-dialect.ts'

/**
 * Each table with user data has the workspace in its key, so that no id can reach another workspace. Tables
 * with small rows are stored by key (`strictByKey`); SQLite gives a row above a kilobyte a page of its own
 * there.
 */
export const initialSchema: SchemaStep = {
  version: 1,
  name: 'initial',
  statements: (dialect) => {
    const { text, integer, bytes, strict, strictByKey, forbid } = dialect
    return [
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
      `create table sealed_keys (
        workspace_id ${text} not null references workspaces (id),
        provider ${text} not null,
        sealed ${bytes} not null,
        at ${integer} not null,
        primary key (workspace_id, provider)
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
        settings ${text} not null default '{}',
        head_turn_id ${text},
        pinned_at ${integer},
        archived_at ${integer},
        tags ${text} not null default '[]',
        primary key (workspace_id, id)
      )${strict}`,
      'create index conversations_by_activity on conversations (workspace_id, activity)',
      // Pinned chats are few, and asked for with every list.
      'create index conversations_pinned on conversations (workspace_id, activity) where pinned_at is not null',

      // 'sequence' counts the turns of a conversation as they came; 'number' is the place in the branch.
      `create table turns (
        workspace_id ${text} not null,
        id ${text} not null,
        conversation_id ${text} not null,
        sequence ${integer} not null,
        number ${integer} not null,
        parent_id ${text},
        parent_answer_id ${text},
        at ${integer} not null,
        text ${text} not null,
        attach ${text} not null,
        options ${text} not null,
        primary key (workspace_id, id),
        unique (workspace_id, conversation_id, sequence),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
      )${strict}`,
      'create index turns_by_parent on turns (workspace_id, conversation_id, parent_id)',
      ...forbid('turns', ['update']),

      // 'position' is the place of the model in the list that was asked; 'received' what the model wrote, where that
      // is not what is shown; 'settings' those that were sent; 'owner' which of several programs writes the answer.
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
        error_code ${text},
        started_at ${integer} not null,
        ended_at ${integer},
        settings ${text},
        owner ${integer},
        position ${integer} not null default 0,
        reasoning ${text},
        received ${text},
        steps ${text},
        stop_asked_at ${integer},
        primary key (workspace_id, id),
        foreign key (workspace_id, turn_id) references turns (workspace_id, id)
      )${strict}`,
      'create index answers_by_turn on answers (workspace_id, turn_id)',
      `create index answers_streaming on answers (workspace_id, conversation_id) where status = 'streaming'`,
      'create index answers_by_model on answers (workspace_id, conversation_id, model_id, started_at)',

      // The values of placeholders, encrypted.
      `create table redactions (
        workspace_id ${text} not null,
        turn_id ${text} not null,
        sealed ${bytes} not null,
        primary key (workspace_id, turn_id),
        foreign key (workspace_id, turn_id) references turns (workspace_id, id)
      )${strict}`,
      // Which answer the user picked to continue with.
      `create table choices (
        workspace_id ${text} not null,
        turn_id ${text} not null,
        answer_id ${text} not null,
        primary key (workspace_id, turn_id),
        foreign key (workspace_id, turn_id) references turns (workspace_id, id),
        foreign key (workspace_id, answer_id) references answers (workspace_id, id)
      )${strictByKey}`,
      // 'viewed' counts in a conversation: the highest is the leaf that was viewed last.
      `create table viewed_leaves (
        workspace_id ${text} not null,
        conversation_id ${text} not null,
        turn_id ${text} not null,
        viewed ${integer} not null,
        primary key (workspace_id, conversation_id, turn_id),
        foreign key (workspace_id, turn_id) references turns (workspace_id, id)
      )${strictByKey}`,
      'create index viewed_leaves_in_order on viewed_leaves (workspace_id, conversation_id, viewed)',
      `create table engine_states (
        workspace_id ${text} not null,
        turn_id ${text} not null,
        stage ${text} not null check (stage in ('asked', 'answered')),
        root ${text} not null,
        primary key (workspace_id, turn_id),
        foreign key (workspace_id, turn_id) references turns (workspace_id, id)
      )${strict}`,

      // One request to one model; an answer may take several. With 'sealed' set, 'root' is unused. 'response'
      // holds its timing; the text is encrypted.
      `create table calls (
        workspace_id ${text} not null,
        answer_id ${text} not null,
        number ${integer} not null,
        turn_id ${text} not null,
        summary ${text} not null,
        root ${text} not null,
        sealed ${bytes},
        response ${text},
        response_sealed ${bytes},
        primary key (workspace_id, answer_id, number),
        foreign key (workspace_id, answer_id) references answers (workspace_id, id)
      )${strict}`,
      'create index calls_by_turn on calls (workspace_id, turn_id)',
      // Pages of long lists in sealed calls, by their hash before they were sealed.
      `create table call_pages (
        workspace_id ${text} not null references workspaces (id),
        hash ${text} not null,
        sealed ${bytes} not null,
        primary key (workspace_id, hash)
      )${strict}`,
      // Calls that are no answer: titles, plans, summaries, comparisons. What was said is sealed.
      `create table side_calls (
        workspace_id ${text} not null,
        id ${text} not null,
        conversation_id ${text} not null,
        turn_id ${text},
        purpose ${text} not null,
        model_id ${text} not null,
        model_name ${text} not null,
        at ${integer} not null,
        milliseconds ${integer} not null,
        error ${text},
        request_hash ${text} not null,
        usage ${text},
        sealed ${bytes},
        primary key (workspace_id, id),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
      )${strict}`,
      'create index side_calls_of_chats on side_calls (workspace_id, conversation_id, at)',

      // 'wide' holds UTF-16 for the rare text that has no UTF-8 form.
      `create table objects (
        workspace_id ${text} not null references workspaces (id),
        hash ${text} not null,
        text ${text},
        wide ${bytes},
        primary key (workspace_id, hash),
        check ((text is null) <> (wide is null))
      )${strict}`,
      // Texts and pages that go with a later sweep unless something refers to them again.
      `create table unreferenced (
        workspace_id ${text} not null references workspaces (id),
        hash ${text} not null,
        since ${integer} not null,
        primary key (workspace_id, hash)
      )${strictByKey}`,
      `create table sweeps (
        workspace_id ${text} not null primary key references workspaces (id),
        number ${integer} not null
      )${strictByKey}`,

      `create table forgets (
        workspace_id ${text} not null,
        conversation_id ${text} not null,
        key ${text} not null,
        primary key (workspace_id, conversation_id, key),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
      )${strictByKey}`,
      // What the next turn does besides forgetting: priorities of what is kept, a summarized base.
      `create table next_turn_options (
        workspace_id ${text} not null,
        conversation_id ${text} not null,
        key ${text} not null,
        value ${text} not null,
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
      )${strict}`,
      // What a provider is expected to hold of a chat, by the bytes that it was sent.
      `create table wire_caches (
        workspace_id ${text} not null,
        conversation_id ${text} not null,
        model_id ${text} not null,
        memory ${text} not null,
        primary key (workspace_id, conversation_id, model_id),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
      )${strict}`,
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
      // The files of a workspace in the database, and their versions. 'revision' and 'sequence' are counted together
      // in a workspace, so that no number comes twice.
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
      `create table web_pages (
        workspace_id ${text} not null references workspaces (id),
        url ${text} not null,
        page ${text} not null,
        primary key (workspace_id, url)
      )${strict}`,
      // Which note holds a chat. It is behind where 'changed' is more than 'written'. 'next' is what is being written
      // over 'hash': after a crash either may be on disk, and both are ours.
      `create table chat_files (
        workspace_id ${text} not null,
        conversation_id ${text} not null,
        changed ${integer} not null,
        written ${integer} not null,
        path ${text},
        hash ${text},
        next ${text},
        state ${text},
        notice ${text},
        primary key (workspace_id, conversation_id),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
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

      // What chats are searched by. All of it can be made again from the chats, so a move leaves it out: what is not
      // in it yet is due, and read in the background.
      ...(dialect.kind === 'sqlite' ? SQLITE_CHAT_TEXTS : POSTGRES_CHAT_TEXTS),
      `create table chat_texts_due (
        workspace_id ${text} not null,
        part ${text} not null,
        source_id ${text} not null,
        at ${integer} not null,
        primary key (workspace_id, part, source_id)
      )${strictByKey}`,
      'create index chat_texts_due_by_time on chat_texts_due (at)',
    ]
  },
}

/** 'place' follows the time of a text, so that the newest are found first without sorting. */
const SQLITE_CHAT_TEXTS = [
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

const POSTGRES_CHAT_TEXTS = [
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
