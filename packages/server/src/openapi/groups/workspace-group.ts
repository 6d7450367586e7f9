import { foldersQuery, searchQuery } from '../../schemas/query-schemas.ts'
import {
  embeddingsSchema,
  indexActionSchema,
  openWorkspaceSchema,
  workspaceSettingsSchema,
} from '../../schemas/schemas.ts'
import { statisticsSchema } from '../../schemas/statistics-schema.ts'
import { routesOf } from '../route-description.ts'
import { VIEWS } from '../views/views.ts'

const TAG = 'Workspaces'

const LIST = routesOf({
  tag: TAG,
  at: '',
  routes: {
    'GET /workspaces': {
      summary: 'Lists the workspaces',
      answers: [{ status: 200, words: 'The workspaces.', view: VIEWS.WorkspaceList }],
    },
    'POST /workspaces': {
      summary: 'Opens a folder of this machine as a workspace, or makes one in the database',
      body: openWorkspaceSchema,
      example: { kind: 'database', name: 'Notes of the team' },
      answers: [
        {
          status: 201,
          words: 'The workspace; the one that there is where it shows this folder already.',
          view: VIEWS.WorkspaceSummary,
        },
      ],
      refuses: ['folder-refused', 'title-empty'],
    },
    'GET /folders': {
      summary: 'Lists the folders in a folder of this machine, for choosing one',
      query: foldersQuery,
      answers: [
        { status: 200, words: 'The folder; the home folder where none is named.', view: VIEWS.FolderChoice },
      ],
      refuses: ['folder-refused'],
    },
  },
})

const ONE = routesOf({
  tag: TAG,
  at: '/workspaces/:workspace',
  routes: {
    GET: {
      summary: 'Shows a workspace',
      answers: [{ status: 200, words: 'The workspace.', view: VIEWS.Workspace }],
    },
    DELETE: {
      summary: 'Takes a workspace out of the list; its folder and its chats stay',
      answers: [{ status: 204, words: 'It is out of the list.' }],
      refuses: ['workspace-kept'],
    },
    'PATCH /settings': {
      summary: 'Changes how a workspace works',
      body: workspaceSettingsSchema,
      example: { chatFiles: 'on' },
      answers: [{ status: 200, words: 'The settings.', view: VIEWS.WorkspaceSettings }],
    },
    'GET /statistics': {
      summary: 'Sums up what the turns of a workspace or of one chat used, and how they came about',
      query: statisticsSchema,
      answers: [{ status: 200, words: 'The statistics.', view: VIEWS.TurnStatistics }],
      refuses: ['chat-not-found'],
    },
    'GET /search': {
      summary: 'Finds passages in the files of a workspace',
      query: searchQuery,
      answers: [{ status: 200, words: 'What was found.', view: VIEWS.Search }],
      refuses: ['search-empty', 'message-invalid'],
    },
    'GET /tags': {
      summary: 'Lists the tags of a workspace, most used first',
      answers: [{ status: 200, words: 'The tags.', view: VIEWS.Tag, isList: true }],
    },
    'POST /index': {
      summary: 'Pauses, resumes, refreshes or rebuilds the index',
      body: indexActionSchema,
      example: { action: 'refresh' },
      answers: [{ status: 200, words: 'The index.', view: VIEWS.Index }],
    },
    'PUT /index/embeddings': {
      summary: 'Sets whether search goes by meaning as well',
      body: embeddingsSchema,
      example: { embeddings: 'off' },
      answers: [
        { status: 200, words: 'The index; what this takes is computed afterwards.', view: VIEWS.Index },
      ],
    },
    'GET /index/events': {
      summary: 'Follows what the index does, as server-sent events',
      description:
        'Each event is an unnamed one (`message`) and holds the whole state as an `Index`, so that nothing is missed by whoever comes back: there is nothing to resume. The stream stays open until the caller leaves.',
      answers: [
        { status: 200, words: 'Events, each with an `Index` as its data.', types: ['text/event-stream'] },
      ],
    },
    'GET /index/statistics': {
      summary: 'Counts what the index holds',
      answers: [{ status: 200, words: 'The counts.', view: VIEWS.IndexStatistics }],
    },
  },
})

export const WORKSPACE_GROUP = [...LIST, ...ONE]
