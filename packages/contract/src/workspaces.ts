import { z } from 'zod'
import { appSettings, webSearchTrial, workspaceSettings } from './settings.ts'
import type { TurnStatisticsView } from './usage.ts'
import { inWords, stretch, unit, type View } from './view.ts'

const workspaceKind = z.enum(['folder', 'database'])

const index = z.object({
  state: z.enum(['starting', 'indexing', 'paused', 'ready', 'failed']),
  filesDone: z.number(),
  filesTotal: z.number(),
  currentFile: z.string().exactOptional(),
  secondsLeft: z.number().exactOptional(),
  problems: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .describe('Files that cannot be read.'),
  /** Additional status in words, such as "another process updates this index". */
  note: z.string().exactOptional(),
  failure: z.string().exactOptional().describe('Why the whole index failed.'),
  embeddings: z
    .object({
      /** Names model and version. */
      embedder: z.string(),
      /** `waiting` while the index itself has something to do, or is paused. */
      state: z.enum(['waiting', 'embedding', 'ready', 'failed']),
      vectorsDone: z.number(),
      vectorsTotal: z.number(),
      /** Why semantic search is off, in words. Full-text search still works. */
      failure: z.string().exactOptional(),
    })
    .exactOptional()
    .describe('Present if semantic search is on.'),
})

const summary = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  root: z.string().exactOptional(),
})

const list = z.object({ workspaces: z.array(summary) })

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  fileCount: z
    .number()
    .exactOptional()
    .describe('Without chat files. Absent while a large folder is being scanned.'),
  root: z.string().exactOptional().describe('Where a folder is on this machine.'),
  /** It is an Obsidian vault: its notes can be opened there. */
  obsidian: z.boolean().exactOptional(),
  unavailable: z.string().exactOptional().describe('Why its files can’t be read now.'),
  index: index.exactOptional(),
  searchesWeb: z.boolean().exactOptional().describe('A search engine is set up for agents and `@web`.'),
  settings: workspaceSettings,
})

const folderEntry = z.object({ name: z.string(), path: z.string(), obsidian: z.boolean() })

const folderChoice = z.object({
  path: z.string(),
  parent: z.string().exactOptional(),
  /** In code-unit order; hidden ones are left out. */
  folders: z.array(folderEntry),
  notes: z.number().describe('Notes in the folder and its subfolders.'),
  moreNotes: z.literal(true).exactOptional().describe('Too many folders to count all notes.'),
  obsidian: z.boolean(),
  workspaceId: z.string().exactOptional().describe('The workspace that already shows this folder.'),
  more: z.number().exactOptional().describe('Folders that are not listed because there are too many.'),
})

const indexStatistics = z.object({
  files: z.number(),
  notes: z.number(),
  bytes: z.number(),
  words: z.number(),
  links: z.number(),
  unresolvedLinks: z.number(),
  tags: z.number(),
  passages: z.number(),
})

const browser = z.object({ browser: z.string().describe('The id of the browser.') })

const signInLink = z.object({
  url: z.string(),
  minutes: z.number().describe('How long it stays valid without use.'),
})

/** Workspaces and their index. */
export const WORKSPACE_VIEWS = {
  SignInLink: signInLink,
  Browser: browser,
  WorkspaceSettings: workspaceSettings,
  AppSettings: appSettings,
  WebSearchTrial: webSearchTrial,
  Index: index,
  WorkspaceSummary: summary,
  WorkspaceList: list,
  Workspace: workspace,
  FolderChoice: folderChoice,
  IndexStatistics: indexStatistics,
  TurnStatistics: inWords<TurnStatisticsView>(
    'An object: `turns`, `total` with calls, tokens, cost and savings, and the same by day and by model; why epochs ' +
      'began and requests differed; times by phase; tokens by layer; what was given as a reference or in short.',
  ),
}

/** A link that signs one browser in, once. */
export type SignInLinkView = View<typeof signInLink>
export type BrowserView = View<typeof browser>
export type IndexView = View<typeof index>
export type WorkspaceSummaryView = View<typeof summary>
export type WorkspaceListView = View<typeof list>
export type WorkspaceView = View<typeof workspace>
/** One folder of this machine, for choosing a workspace. */
export type FolderChoiceView = View<typeof folderChoice>
export type FolderEntryView = View<typeof folderEntry>
export type StatisticsView = View<typeof indexStatistics>

const kind = z.enum(['note', 'file', 'pdf', 'image'])

const privacy = z.enum(['local-only', 'private']).exactOptional().describe('Absent if any is allowed.')

const hash = z.string().describe('SHA-256, in hexadecimal.')

const fileFields = {
  path: z.string(),
  title: z.string(),
  kind,
  bytes: z.number(),
  modified: z.number().describe('Milliseconds since 1970.'),
  /** An estimate from the size; absent for pictures and PDFs. */
  tokens: z.number().exactOptional(),
  /** Other names that a note gives itself, as far as it has been read. */
  aliases: z.array(z.string()).exactOptional(),
  privacy,
}

const file = z.object(fileFields)

const link = z.object({
  line: z.number(),
  target: z.string(),
  alias: z.string().exactOptional(),
  heading: z.string().exactOptional(),
  embed: z.boolean(),
  path: z.string().exactOptional().describe('The target file; absent if there is none.'),
})

const noteQuery = z.object({
  query: z.string(),
  text: z.string().describe('Its result as Markdown, or why there is none.'),
  rows: z.number().exactOptional().describe('Absent if it was not run.'),
})

const fileContent = z.object({
  ...fileFields,
  content: z.string().describe('Of a PDF, its text by page; empty for a picture.'),
  contentHash: hash,
  tags: z.array(z.string()).exactOptional(),
  headings: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).exactOptional(),
  links: z.array(link).exactOptional(),
  incoming: z.array(z.string()).exactOptional().describe('Notes that link here.'),
  queries: z.array(noteQuery).exactOptional().describe('The current results of its Dataview queries.'),
})

const hit = z.object({
  path: z.string(),
  title: z.string(),
  kind,
  lines: stretch.describe('First and last line of the best passage, or the given `unit`, counted from 1.'),
  unit: unit.exactOptional(),
  line: z.number().exactOptional().describe('The first of these with a match of the snippet.'),
  /** The headings above the passage, outermost first. */
  headings: z.array(z.string()),
  score: z.number(),
  coverage: z
    .number()
    .describe('The share of the query that it contains, from 0 to 1: rare words count more.'),
  snippet: z.string(),
  highlights: z.array(stretch).describe('In the snippet, in UTF-16 code units.'),
  linked: z
    .boolean()
    .exactOptional()
    .describe('It contains none of the words, but passages that do link to it.'),
  copies: z.array(z.string()).exactOptional().describe('Paths of other files with the same passage.'),
  privacy,
})

const search = z.object({
  hits: z.array(hit).describe('Best first.'),
  notes: z.array(z.string()).describe('How the query was read.'),
  /** Only a time was asked for, and nothing changed in it. */
  unchanged: z.boolean().exactOptional(),
  incomplete: z.boolean().exactOptional().describe('Not every file has been indexed yet.'),
})

const tag = z.object({ tag: z.string(), count: z.number() })

const upload = z.object({
  id: z.string().describe('It is attached as `upload:` and this id.'),
  name: z.string(),
  kind,
  bytes: z.number(),
  hash,
})

const stored = { path: z.string(), contentHash: hash, bytes: z.number() }

const writtenFile = z.object({ ...stored, modified: z.number() })
/** `keptAt`: when this version was replaced or removed, in milliseconds since 1970. */
const fileVersion = z.object({ id: z.string(), ...stored, keptAt: z.number() })
const trashedFile = z.object({ id: z.string(), ...stored, removedAt: z.number() })

const fileDiff = z.object({
  path: z.string(),
  from: z.string(),
  to: z.string(),
  same: z.boolean(),
  /** Empty without changes; it says so if the files are no text. */
  text: z.string().describe('A unified diff.'),
})

/** Files, and what is found in them. */
export const FILE_VIEWS = {
  File: file,
  FileContent: fileContent,
  SearchHit: hit,
  Search: search,
  Tag: tag,
  Upload: upload,
  WrittenFile: writtenFile,
  FileVersion: fileVersion,
  TrashedFile: trashedFile,
  FileDiff: fileDiff,
}

export type FileView = View<typeof file>
/** How far a file may go that may not go everywhere. */
export type MarkView = NonNullable<FileView['privacy']>
export type ResolvedLinkView = View<typeof link>
export type NoteQueryView = View<typeof noteQuery>
/** The text of a file as it is now. */
export type FileContentView = View<typeof fileContent>
export type SearchHitView = View<typeof hit>
export type SearchView = View<typeof search>
export type TagView = View<typeof tag>
/** An uploaded file. In a message it becomes `upload:` plus its hash. */
export type UploadView = View<typeof upload>
export type WrittenFileView = View<typeof writtenFile>
export type FileVersionView = View<typeof fileVersion>
export type TrashedFileView = View<typeof trashedFile>
/** One text against another. */
export type FileDiffView = View<typeof fileDiff>
