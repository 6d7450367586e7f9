import { SEARCH_FORM } from '@varve/workspace/indexing'

/** Raise when a table changes, or what is stored of a note. */
const TABLES = 6

/** What an index file must say of itself to be used; any other is set aside and built again, for it is a cache. */
export const INDEX_FORM = `${TABLES}.${SEARCH_FORM}`

const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 2"`
/** The words stand in the index alone; the text stands in its own table, once. */
const WORDS_ONLY = `content = '', contentless_delete = 1, ${TOKENIZER}`

export const WORD_TABLES = ['file_text', 'passage_text'] as const

export const WORDS_OF: Readonly<Record<(typeof WORD_TABLES)[number], string>> = {
  file_text: `create virtual table file_text using fts5 (title, aliases, headings, tags, path, ${WORDS_ONLY})`,
  passage_text: `create virtual table passage_text using fts5 (body, ${WORDS_ONLY})`,
}

export const INDEX_TABLES: readonly string[] = [
  'create table meta (name text primary key, value text not null) strict, without rowid',
  // A file that could not be read has its row too, with an empty hash, so that it can be found by its name.
  `create table files (
    id integer primary key,
    path text not null unique,
    path_fold text not null,
    folder text not null,
    name text not null,
    title text not null,
    kind text not null,
    bytes integer not null,
    modified real not null,
    changed real not null,
    inode real not null,
    created real not null,
    hash text not null,
    words integer not null,
    aside integer not null,
    name_day text,
    aliases text not null,
    headings text not null,
    tags text not null,
    parsed text
  ) strict`,
  `create table passages (
    id integer primary key,
    file_id integer not null,
    ordinal integer not null,
    from_line integer not null,
    to_line integer not null,
    headings text not null,
    text text not null
  ) strict`,
  `create table tags (
    fold text not null,
    file_id integer not null,
    tag text not null,
    primary key (fold, file_id)
  ) strict, without rowid`,
  // 'name' is the last name of the target, folded: what a file that comes or goes can make it lead to.
  // 'moved' is where a link that leads nowhere seems to mean: the only file of its base name.
  `create table links (
    file_id integer not null,
    ordinal integer not null,
    line integer not null,
    name text not null,
    form text not null,
    target text not null,
    resolved text,
    moved text,
    primary key (file_id, ordinal)
  ) strict, without rowid`,
  'create table problems (path text primary key, reason text not null) strict, without rowid',
  // By what a text is and who embedded it, so that nothing is embedded twice; where a passage has none, it is to come.
  `create table vectors (
    id integer primary key,
    embedder text not null,
    hash text not null,
    vector blob not null
  ) strict`,
  'create unique index vectors_by_text on vectors (embedder, hash)',
  'create table passage_vectors (passage_id integer primary key, vector_id integer not null) strict',
  WORDS_OF.file_text,
  WORDS_OF.passage_text,
  `create virtual table passage_terms using fts5vocab (passage_text, row)`,
]

/**
 * Ways into tables: filling them in one go when a first index is done takes a fraction of the time. Where they are
 * missing, that was cut off, and the next who opens makes them.
 */
export const LATE_INDEXES: Readonly<Record<string, string>> = {
  files_by_folder: 'files (folder)',
  files_by_name: 'files (name)',
  files_by_time: 'files (modified)',
  passages_by_file: 'passages (file_id, ordinal)',
  tags_by_file: 'tags (file_id)',
  links_by_name: 'links (name)',
  links_by_target: 'links (coalesce(resolved, moved))',
}

/** Merging is put off while words are gathered in memory: fewer, larger steps. */
export const WORD_MEMORY_BYTES = 32 * 1024 * 1024

/** Twice what is usual: passages and words are written in fewer pieces, and are found as fast. */
export const PAGE_BYTES = 8192
/** A piece of a table of words fills a page. */
export const WORD_PAGE_BYTES = 8100
