/** Raise when a table changes, or what is stored of a note. */
const TABLES = 6
/** Raise when passages or words come out differently. */
const WORDS = 2

/** The form an index file must have to be used. Any other is moved away and rebuilt, since it is a cache. */
export const INDEX_FORM = `${TABLES}.${WORDS}`

/** The columns of `files` in the order in which a parsed file gives them. */
export const FILE_COLUMNS =
  'path, path_fold, folder, name, title, kind, bytes, modified, changed, inode, created, hash, words, aside, name_day, aliases, headings, tags, parsed'

const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 2"`
/** The word tables hold no text; that is in `passages`, once. */
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
  // By text and embedder, so that nothing is embedded twice. A passage without a vector is still to be embedded.
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

/** Indexes of tables that are made at the end of a first run: filling them in one go takes a fraction of the time. */
export const LATE_INDEXES: Readonly<Record<string, string>> = {
  files_by_folder: 'files (folder)',
  files_by_name: 'files (name)',
  files_by_time: 'files (modified)',
  passages_by_file: 'passages (file_id, ordinal)',
  tags_by_file: 'tags (file_id)',
  links_by_name: 'links (name)',
  links_by_target: 'links (coalesce(resolved, moved))',
}

/** Words gathered in memory before they are written: fewer, larger steps. */
export const WORD_MEMORY_BYTES = 32 * 1024 * 1024

/** Twice what is usual: fewer writes, searches as fast. */
export const PAGE_BYTES = 8192
/** A leaf of a word table fills a page. */
export const WORD_PAGE_BYTES = 8100
