import type {
  FolderChoiceView,
  IndexView,
  SignInLinkView,
  StatisticsView,
  TurnStatisticsView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
} from '../../api-types.ts'
import { z } from 'zod'
import { inWords, viewOf } from './view-of.ts'

const kind = z.enum(['folder', 'database'])

const settings = viewOf<WorkspaceSettingsView>()(
  z.object({ chatFiles: z.enum(['on', 'off']).describe('Whether chats are notes in Varve/chats, too.') }),
)

const index = viewOf<IndexView>()(
  z.object({
    state: z.enum(['starting', 'indexing', 'paused', 'ready', 'failed']),
    filesDone: z.number(),
    filesTotal: z.number(),
    currentFile: z.string().exactOptional(),
    secondsLeft: z.number().exactOptional(),
    problems: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe('Files that cannot be read.'),
    note: z.string().exactOptional(),
    failure: z.string().exactOptional().describe('What failed as a whole, in words.'),
    embeddings: z
      .object({
        embedder: z.string(),
        state: z.enum(['waiting', 'embedding', 'ready', 'failed']),
        vectorsDone: z.number(),
        vectorsTotal: z.number(),
        failure: z.string().exactOptional(),
      })
      .exactOptional()
      .describe('Present where search goes by meaning as well.'),
  }),
)

const summary = viewOf<WorkspaceSummaryView>()(
  z.object({ id: z.string(), name: z.string(), kind, root: z.string().exactOptional() }),
)

const workspace = viewOf<WorkspaceView>()(
  z.object({
    id: z.string(),
    name: z.string(),
    kind,
    fileCount: z
      .number()
      .exactOptional()
      .describe('Without the notes that chats are kept in. Absent while a large folder is looked through.'),
    root: z.string().exactOptional().describe('Where a folder lies on this machine.'),
    obsidian: z.boolean().exactOptional(),
    unavailable: z.string().exactOptional().describe('Why its files cannot be read now, in words.'),
    index: index.exactOptional(),
    settings,
  }),
)

const folders = viewOf<FolderChoiceView>()(
  z.object({
    path: z.string(),
    parent: z.string().exactOptional(),
    folders: z.array(z.object({ name: z.string(), path: z.string(), obsidian: z.boolean() })),
    notes: z.number().describe('Notes that lie in the folder itself.'),
    obsidian: z.boolean(),
    workspaceId: z.string().exactOptional().describe('The workspace that already shows this folder.'),
    more: z.number().exactOptional().describe('Folders that are not listed because there are too many.'),
  }),
)

/** Workspaces and their index. */
export const WORKSPACE_VIEWS = {
  SignInLink: viewOf<SignInLinkView>()(
    z.object({ url: z.string(), minutes: z.number().describe('How long it may stay unused.') }),
  ),
  WorkspaceSettings: settings,
  Index: index,
  WorkspaceSummary: summary,
  WorkspaceList: viewOf<WorkspaceListView>()(z.object({ workspaces: z.array(summary) })),
  Workspace: workspace,
  FolderChoice: folders,
  IndexStatistics: viewOf<StatisticsView>()(
    z.object({
      files: z.number(),
      notes: z.number(),
      bytes: z.number(),
      words: z.number(),
      links: z.number(),
      unresolvedLinks: z.number(),
      tags: z.number(),
      passages: z.number(),
    }),
  ),
  TurnStatistics: inWords<TurnStatisticsView>(
    'An object: `turns`, `total` with calls, tokens, cost and savings, and the same by day and by model; why epochs ' +
      'began and requests differed; times by phase; tokens by layer; what was given as a reference or in short.',
  ),
}
