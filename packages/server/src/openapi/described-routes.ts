import { CHAT_GROUP } from './groups/chat-group.ts'
import { FILE_GROUP } from './groups/file-group.ts'
import { RULE_GROUP } from './groups/rule-group.ts'
import { TURN_GROUP } from './groups/turn-group.ts'
import { type DescribedRoute, routesOf } from './route-description.ts'
import {
  addModelSchema,
  appSettingsSchema,
  answerCallSchema,
  browserSchema,
  checkDefinitionSchema,
  composerSchema,
  createApiKeySchema,
  definitionsQuery,
  embeddingsSchema,
  emptySchema,
  endpointSchema,
  eventsQuery,
  fillTemplateSchema,
  foldersQuery,
  getModelSchema,
  indexActionSchema,
  keySchema,
  localModelSettingsSchema,
  openModelSchema,
  openWorkspaceSchema,
  removeDefinitionQuery,
  searchQuery,
  statisticsSchema,
  steerSchema,
  trustFileSchema,
  trustSchema,
  VIEWS,
  webSearchTrialSchema,
  workspaceSettingsSchema,
  writeDefinitionSchema,
} from '@varve/contract'

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
      summary: 'Opens a folder of this machine as a workspace, or creates one in the database',
      body: openWorkspaceSchema,
      example: { kind: 'database', name: 'Notes of the team' },
      answers: [
        {
          status: 201,
          words: 'The workspace; the existing one if the folder is open already.',
          view: VIEWS.WorkspaceSummary,
        },
      ],
      refuses: ['folder-refused', 'title-empty'],
    },
    'GET /settings': {
      summary: 'Shows the settings of the app',
      answers: [{ status: 200, words: 'The settings that are set.', view: VIEWS.AppSettings }],
    },
    'PATCH /settings': {
      summary: 'Changes the settings of the app; `null` resets one to its default',
      body: appSettingsSchema,
      example: { webSearch: 'http://127.0.0.1:8888' },
      answers: [{ status: 200, words: 'The settings that are set.', view: VIEWS.AppSettings }],
      refuses: ['message-invalid'],
    },
    'POST /settings/web-search/try': {
      summary: 'Tests a web search address with one search; saves nothing',
      body: webSearchTrialSchema,
      example: { address: 'http://127.0.0.1:8888' },
      answers: [{ status: 200, words: 'The results.', view: VIEWS.WebSearchTrial }],
      refuses: ['message-invalid', 'page-unreadable'],
    },
    'GET /folders': {
      summary: 'Lists the folders in a folder of this machine, for choosing one',
      query: foldersQuery,
      answers: [{ status: 200, words: 'The folder; the home folder by default.', view: VIEWS.FolderChoice }],
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
      summary: 'Removes a workspace from the list; its folder and chats stay',
      answers: [{ status: 204, words: 'Removed.' }],
      refuses: ['workspace-kept'],
    },
    'PATCH /settings': {
      summary: 'Changes the settings of a workspace',
      body: workspaceSettingsSchema,
      example: { chatFiles: 'on' },
      answers: [{ status: 200, words: 'The settings.', view: VIEWS.WorkspaceSettings }],
    },
    'GET /statistics': {
      summary: 'Sums up the usage of a workspace or of one chat',
      query: statisticsSchema,
      answers: [{ status: 200, words: 'The statistics.', view: VIEWS.TurnStatistics }],
      refuses: ['chat-not-found'],
    },
    'GET /search': {
      summary: 'Finds passages in the files of a workspace',
      query: searchQuery,
      answers: [{ status: 200, words: 'The passages.', view: VIEWS.Search }],
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
      summary: 'Turns semantic search on or off',
      body: embeddingsSchema,
      example: { embeddings: 'off' },
      answers: [{ status: 200, words: 'The index; vectors are computed afterwards.', view: VIEWS.Index }],
    },
    'GET /index/events': {
      summary: 'Follows the index, as server-sent events',
      description:
        'Each event is unnamed (`message`) and holds the whole state as an `Index`, so there is nothing to resume after a reconnect. The stream stays open until the client disconnects.',
      answers: [
        { status: 200, words: 'Events, each with an `Index` as its data.', types: ['text/event-stream'] },
      ],
    },
    'GET /index/statistics': {
      summary: 'Counts the contents of the index',
      answers: [{ status: 200, words: 'The counts.', view: VIEWS.IndexStatistics }],
    },
  },
})

const WORKSPACE_GROUP = [...LIST, ...ONE]

const HASH = '0'.repeat(64)

const FILE = '---\nname: Poet\ndescription: Rhymes.\n---\nYou rhyme.\n'

const DEFINITION_GROUP = routesOf({
  tag: 'Definitions',
  at: '/workspaces/:workspace',
  routes: {
    'GET /definitions': {
      summary: 'Lists agents, skills, templates and projects',
      query: definitionsQuery,
      answers: [
        { status: 200, words: 'Definitions of one kind, or all.', view: VIEWS.Definition, isList: true },
      ],
    },
    'GET /definitions/:kind/:name': {
      summary: 'Reads a definition',
      answers: [{ status: 200, words: 'The definition with its text.', view: VIEWS.DefinitionText }],
      refuses: ['body-invalid', 'file-not-found', 'message-invalid'],
    },
    'PUT /definitions/:kind/:name': {
      summary: 'Writes a definition',
      description: '`contentHash` is that of the file it replaces; without it, the file must not exist yet.',
      body: writeDefinitionSchema,
      example: { content: FILE },
      answers: [{ status: 200, words: 'The definition with its text.', view: VIEWS.DefinitionText }],
      refuses: ['file-not-found', 'file-changed', 'message-invalid'],
    },
    'DELETE /definitions/:kind/:name': {
      summary: 'Moves a definition to the trash of the workspace',
      query: removeDefinitionQuery,
      answers: [{ status: 200, words: 'An object: its `path`, and `trashId` to restore it.' }],
      refuses: ['file-not-found', 'file-changed', 'message-invalid'],
    },
    'POST /definitions/:kind/:name/check': {
      summary: 'Checks the text of a definition; writes nothing',
      body: checkDefinitionSchema,
      example: { content: FILE },
      answers: [{ status: 200, words: 'Problems and warnings, by line.', view: VIEWS.DefinitionCheck }],
      refuses: ['message-invalid'],
    },
    'POST /definitions/:kind/:name/trust': {
      summary: 'Trusts a definition as reviewed, or revokes trust',
      body: trustSchema,
      example: { hash: HASH, trusted: true },
      answers: [{ status: 200, words: 'The definition with its text.', view: VIEWS.DefinitionText }],
      refuses: ['file-not-found', 'file-changed', 'message-invalid'],
    },
    'GET /instructions': {
      summary: 'Lists the files of a workspace that models follow, and whether they are trusted',
      answers: [
        {
          status: 200,
          words: 'Agents, skills, templates, projects, areas, AGENTS.md and the memory, by path.',
          view: VIEWS.Instruction,
          isList: true,
        },
      ],
    },
    'POST /instructions/trust': {
      summary: 'Trusts such a file, or revokes trust',
      description: '`hash` is that of the reviewed text: the request fails if the file has changed since.',
      body: trustFileSchema,
      example: { path: 'AGENTS.md', trusted: true },
      answers: [{ status: 200, words: 'The file.', view: VIEWS.Instruction }],
      refuses: ['file-not-found', 'file-changed'],
    },
    'POST /templates/:name/fill': {
      summary: 'Fills in a template',
      body: fillTemplateSchema,
      example: { variables: { who: 'the team' } },
      answers: [{ status: 200, words: 'Its text and its attachments.', view: VIEWS.FilledTemplate }],
      refuses: ['file-not-found', 'message-invalid'],
    },
    'POST /composer': {
      summary: 'Reads the mentions and commands of a message, and what they attach',
      body: composerSchema,
      example: { text: 'Compare @plan.md with [[budget]]' },
      answers: [{ status: 200, words: 'The parsed message.', view: VIEWS.Composer }],
    },
  },
})

const EVENTS = `Events come unnamed (\`message\` for an EventSource), each with one \`AnswerEvent\` as its data:
\`text\` and \`reasoning\` with a \`delta\`, \`steps\` with all that tools have done, and last \`done\` or \`failed\` with the whole turn, after which the stream ends.
Lines that begin with \`:\` keep the connection open and mean nothing.

The \`id:\` of an event says how far its reader is: \`12\` code units of the answer, \`12-340\` with those of the reasoning, \`12-340-2\` with the changes of the steps.
Whoever comes back with it, in the header \`Last-Event-ID\` or as \`after\` in the query (the header counts where both are there), gets the rest and nothing twice.
Leaving ends only the watching, never the answer; it can be followed from its beginning at any time, also when it has ended.`

const ANSWER_GROUP = routesOf({
  tag: 'Answers',
  at: '/workspaces/:workspace/answers/:id',
  routes: {
    'GET /events': {
      summary: 'Follows an answer, as server-sent events that can be resumed',
      description: EVENTS,
      query: eventsQuery,
      isResumable: true,
      answers: [
        {
          status: 200,
          words: 'Events, each with an `AnswerEvent` as its data.',
          types: ['text/event-stream'],
        },
        { status: 204, words: 'Nothing is left to send: an EventSource does not reconnect.' },
      ],
    },
    'POST /calls/:call': {
      summary: 'Answers a tool call that waits for a person',
      description: '`approve`, `reject: why`, or the answer to its question.',
      body: answerCallSchema,
      example: { answer: 'approve' },
      answers: [{ status: 204, words: 'The call continues.' }],
      refuses: ['message-empty', 'message-invalid', 'answer-complete'],
    },
    'POST /say': {
      summary: 'Sends a message to a model while it works',
      body: steerSchema,
      example: { text: 'Leave the annex out.' },
      answers: [{ status: 204, words: 'The model reads it with its next step.' }],
      refuses: ['message-empty', 'message-invalid', 'answer-complete'],
    },
    'POST /stop': {
      summary: 'Stops an answer; the text so far is kept',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The turn.', view: VIEWS.Turn }],
    },
  },
})

const MODEL_GROUP = [
  ...routesOf({
    tag: 'Models',
    at: '/models',
    routes: {
      GET: {
        summary: 'Lists the models, unavailable ones included',
        answers: [{ status: 200, words: 'The models.', view: VIEWS.Model, isList: true }],
      },
      'POST /refresh': {
        summary: 'Looks again for model servers on this machine',
        body: emptySchema,
        example: {},
        answers: [{ status: 200, words: 'The models now available.', view: VIEWS.Model, isList: true }],
      },
      POST: {
        summary: 'Adds a model at an OpenAI-compatible address after a test call',
        description: 'The model is asked for one word. If it answers, it is saved in the configuration file.',
        body: addModelSchema,
        example: { address: 'http://localhost:8000/v1', model: 'my-model' },
        answers: [{ status: 201, words: 'The model.', view: VIEWS.Model }],
        refuses: ['message-invalid', 'provider-failed', 'key-invalid', 'key-not-kept'],
      },
      'POST /endpoint': {
        summary: 'Lists the models at an OpenAI-compatible address; saves nothing',
        body: endpointSchema,
        example: { address: 'http://localhost:8000/v1' },
        answers: [{ status: 200, words: 'Its models.', view: VIEWS.Endpoint }],
        refuses: ['message-invalid', 'key-invalid'],
      },
      'DELETE /:model': {
        summary: 'Removes a model that the user added',
        answers: [{ status: 204, words: 'Removed.' }],
        refuses: ['model-unknown'],
      },
    },
  }),
  ...routesOf({
    tag: 'Models',
    at: '/local-models',
    routes: {
      GET: {
        summary: 'Shows local models, models to download, and downloads',
        description: 'While a download runs, poll about once a second.',
        answers: [{ status: 200, words: 'Models, offers and downloads.', view: VIEWS.LocalModels }],
        refuses: ['data-corrupt'],
      },
      'POST /downloads': {
        summary: 'Downloads a model',
        description: 'One download runs at a time; others wait. It continues if the client disconnects.',
        body: getModelSchema,
        example: { model: 'qwen3-4b' },
        answers: [{ status: 202, words: 'The download.', view: VIEWS.ModelDownload }],
        refuses: ['message-invalid', 'model-unknown', 'data-corrupt'],
      },
      'POST /downloads/:id/pause': {
        summary: 'Pauses a download; the part already downloaded is kept',
        body: emptySchema,
        example: {},
        answers: [{ status: 200, words: 'The download.', view: VIEWS.ModelDownload }],
        refuses: ['file-not-found'],
      },
      'POST /downloads/:id/resume': {
        summary: 'Resumes a download',
        body: emptySchema,
        example: {},
        answers: [{ status: 202, words: 'The download.', view: VIEWS.ModelDownload }],
        refuses: ['file-not-found'],
      },
      'DELETE /downloads/:id': {
        summary: 'Cancels a download and deletes its file',
        answers: [{ status: 204, words: 'Deleted.' }],
        refuses: ['file-not-found'],
      },
      'POST /files': {
        summary: 'Adds a .gguf file of this machine as a model, in place',
        body: openModelSchema,
        example: { path: '/home/me/models/a.gguf' },
        answers: [{ status: 201, words: 'The model.', view: VIEWS.InstalledModel }],
        refuses: ['path-refused', 'file-not-found', 'file-unreadable', 'model-file-invalid', 'data-corrupt'],
      },
      'PATCH /settings': {
        summary: 'Changes the settings of local models',
        body: localModelSettingsSchema,
        example: { idleMinutes: 10 },
        answers: [{ status: 200, words: 'The settings.', view: VIEWS.LocalModelSettings }],
        refuses: ['message-invalid', 'data-corrupt'],
      },
      'POST /runtime': {
        summary: 'Installs the component that runs local models',
        description: 'It comes from the npm registry. `GET` tells how far it is.',
        body: emptySchema,
        example: {},
        answers: [{ status: 202, words: 'The state of the component.', view: VIEWS.ModelRuntime }],
      },
      'DELETE /:id': {
        summary: 'Removes a local model; a file that was added in place stays',
        answers: [{ status: 204, words: 'Removed.' }],
        refuses: ['file-not-found', 'data-corrupt'],
      },
    },
  }),
  ...routesOf({
    tag: 'Models',
    at: '/providers',
    routes: {
      GET: {
        summary: 'Lists the providers and the source of each key',
        answers: [{ status: 200, words: 'The providers.', view: VIEWS.Provider, isList: true }],
      },
      'PUT /:id/key': {
        summary: 'Saves the key of a provider',
        description: 'Encrypted on disk, or in memory until Varve stops. No route returns a key.',
        body: keySchema,
        example: { key: 'the-key-of-the-provider', keep: 'memory' },
        answers: [{ status: 200, words: 'The provider.', view: VIEWS.Provider }],
        refuses: ['provider-unknown', 'key-invalid', 'key-not-kept'],
      },
      'POST /:id/key/check': {
        summary: 'Checks a key with its provider',
        description: 'The key isn’t saved or used for anything else.',
        body: keySchema,
        example: { key: 'the-key-of-the-provider' },
        answers: [{ status: 200, words: 'Whether the key is valid.', view: VIEWS.KeyCheck }],
        refuses: ['provider-unknown', 'key-invalid'],
      },
      'DELETE /:id/key': {
        summary: 'Deletes the key of a provider',
        answers: [{ status: 200, words: 'The provider.', view: VIEWS.Provider }],
        refuses: ['provider-unknown'],
      },
    },
  }),
]

const KEY_GROUP = routesOf({
  tag: 'API keys',
  at: '/api-keys',
  routes: {
    GET: {
      summary: 'Lists the API keys, revoked ones included',
      answers: [{ status: 200, words: 'The keys, without their secrets.', view: VIEWS.ApiKey, isList: true }],
    },
    POST: {
      summary: 'Creates an API key',
      description:
        'Only this response contains the key: Varve stores a hash of it. An API key can’t create, list or revoke keys.',
      body: createApiKeySchema,
      example: { name: 'Editor', access: 'write', models: ['offline'], limitUSD: 5 },
      answers: [{ status: 201, words: 'The key.', view: VIEWS.NewApiKey }],
      refuses: ['workspace-not-found'],
    },
    'DELETE /:id': {
      summary: 'Revokes an API key, which stays in the list',
      answers: [{ status: 200, words: 'The revoked key.', view: VIEWS.ApiKey }],
      refuses: ['api-key-not-found'],
    },
  },
})

const DOCUMENT_GROUP = [
  ...routesOf({
    tag: 'Document',
    at: '/openapi.json',
    routes: {
      GET: {
        summary: 'Returns this document',
        answers: [{ status: 200, words: 'An OpenAPI 3.1 document of every route.' }],
      },
    },
  }),
  ...routesOf({
    tag: 'Document',
    at: '/docs',
    routes: {
      GET: {
        summary: 'Returns this document as a page',
        description: 'It needs no key, loads nothing else and runs no script.',
        answers: [{ status: 200, words: 'The page.', types: ['text/html'] }],
      },
    },
  }),
  ...routesOf({
    tag: 'Access',
    at: '/sign-in-links',
    routes: {
      POST: {
        summary: 'Creates a link that signs one browser in, once',
        body: emptySchema,
        example: {},
        answers: [{ status: 201, words: 'The link.', view: VIEWS.SignInLink }],
      },
    },
  }),
  ...routesOf({
    tag: 'Access',
    at: '/browsers',
    routes: {
      POST: {
        summary: 'Remembers a browser by its public key, so that it stays signed in when Varve restarts',
        body: browserSchema,
        example: {
          publicKey: {
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          },
        },
        answers: [{ status: 201, words: 'The id of the browser.', view: VIEWS.Browser }],
      },
      DELETE: {
        summary: 'Forgets every remembered browser; open sessions last until Varve stops',
        answers: [{ status: 204, words: 'Forgotten.' }],
      },
    },
  }),
]

/** Every route of the API, in the order of the document. */
export const DESCRIBED_ROUTES: readonly DescribedRoute[] = [
  ...DOCUMENT_GROUP,
  ...WORKSPACE_GROUP,
  ...MODEL_GROUP,
  ...KEY_GROUP,
  ...FILE_GROUP,
  ...CHAT_GROUP,
  ...TURN_GROUP,
  ...ANSWER_GROUP,
  ...RULE_GROUP,
  ...DEFINITION_GROUP,
]
