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
    'GET /settings': {
      summary: 'Shows the settings of Varve as a whole',
      answers: [{ status: 200, words: 'Those that are set.', view: VIEWS.AppSettings }],
    },
    'PATCH /settings': {
      summary: 'Changes the settings of Varve as a whole; `null` gives one back to its default',
      body: appSettingsSchema,
      example: { webSearch: 'http://127.0.0.1:8888' },
      answers: [{ status: 200, words: 'Those that are set.', view: VIEWS.AppSettings }],
      refuses: ['message-invalid'],
    },
    'POST /settings/web-search/try': {
      summary: 'Searches the web once with an address, to see whether it works; keeps nothing',
      body: webSearchTrialSchema,
      example: { address: 'http://127.0.0.1:8888' },
      answers: [{ status: 200, words: 'What it found.', view: VIEWS.WebSearchTrial }],
      refuses: ['message-invalid', 'page-unreadable'],
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
      answers: [{ status: 200, words: 'Those of one kind, or all.', view: VIEWS.Definition, isList: true }],
    },
    'GET /definitions/:kind/:name': {
      summary: 'Reads one of them',
      answers: [{ status: 200, words: 'It, with its text.', view: VIEWS.DefinitionText }],
      refuses: ['body-invalid', 'file-not-found', 'message-invalid'],
    },
    'PUT /definitions/:kind/:name': {
      summary: 'Writes one of them',
      description: '`contentHash` is that of the file that it replaces; left out, there must be none yet.',
      body: writeDefinitionSchema,
      example: { content: FILE },
      answers: [{ status: 200, words: 'It, with its text.', view: VIEWS.DefinitionText }],
      refuses: ['file-not-found', 'file-changed', 'message-invalid'],
    },
    'DELETE /definitions/:kind/:name': {
      summary: 'Moves one of them to the trash of the workspace',
      query: removeDefinitionQuery,
      answers: [{ status: 200, words: 'An object: its `path`, and `trashId` to bring it back.' }],
      refuses: ['file-not-found', 'file-changed', 'message-invalid'],
    },
    'POST /definitions/:kind/:name/check': {
      summary: 'Tells what would be wrong with a text; nothing is written',
      body: checkDefinitionSchema,
      example: { content: FILE },
      answers: [{ status: 200, words: 'Problems and warnings, by line.', view: VIEWS.DefinitionCheck }],
      refuses: ['message-invalid'],
    },
    'POST /definitions/:kind/:name/trust': {
      summary: 'Trusts one of them as it was looked at, or no longer',
      body: trustSchema,
      example: { hash: HASH, trusted: true },
      answers: [{ status: 200, words: 'It, with its text.', view: VIEWS.DefinitionText }],
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
      summary: 'Trusts one of them, or no longer',
      description: '`hash` is of what was looked at: the request fails if the file has changed since.',
      body: trustFileSchema,
      example: { path: 'AGENTS.md', trusted: true },
      answers: [{ status: 200, words: 'The file.', view: VIEWS.Instruction }],
      refuses: ['file-not-found', 'file-changed'],
    },
    'POST /templates/:name/fill': {
      summary: 'Fills in a template',
      body: fillTemplateSchema,
      example: { variables: { who: 'the team' } },
      answers: [{ status: 200, words: 'Its text, and what is to be attached.', view: VIEWS.FilledTemplate }],
      refuses: ['file-not-found', 'message-invalid'],
    },
    'POST /composer': {
      summary: 'Tells what a message means: its mentions, commands and what they attach',
      body: composerSchema,
      example: { text: 'Compare @plan.md with [[budget]]' },
      answers: [{ status: 200, words: 'The reading.', view: VIEWS.Composer }],
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
        { status: 204, words: 'All of it has been seen: an EventSource does not come back.' },
      ],
    },
    'POST /calls/:call': {
      summary: 'Answers a call of a tool that waits for a person',
      description: '`approve`, `reject: why`, or the answer to its question.',
      body: answerCallSchema,
      example: { answer: 'approve' },
      answers: [{ status: 204, words: 'The call goes on.' }],
      refuses: ['message-empty', 'message-invalid', 'answer-complete'],
    },
    'POST /say': {
      summary: 'Says something to a model while it works',
      body: steerSchema,
      example: { text: 'Leave the annex out.' },
      answers: [{ status: 204, words: 'The model reads it with its next step.' }],
      refuses: ['message-empty', 'message-invalid', 'answer-complete'],
    },
    'POST /stop': {
      summary: 'Stops an answer; what came of it is kept',
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
        summary: 'Lists the models, those that cannot be asked now included',
        answers: [{ status: 200, words: 'The models.', view: VIEWS.Model, isList: true }],
      },
      'POST /refresh': {
        summary: 'Looks again for model servers on this machine',
        body: emptySchema,
        example: {},
        answers: [{ status: 200, words: 'The models, as they are now.', view: VIEWS.Model, isList: true }],
      },
      POST: {
        summary: 'Adds a model of an OpenAI-compatible address, once it has answered',
        description:
          'The model is asked for one word. Where it answers, it is kept in the configuration file.',
        body: addModelSchema,
        example: { address: 'http://localhost:8000/v1', model: 'my-model' },
        answers: [{ status: 201, words: 'The model.', view: VIEWS.Model }],
        refuses: ['message-invalid', 'provider-failed', 'key-invalid', 'key-not-kept'],
      },
      'POST /endpoint': {
        summary: 'Asks an OpenAI-compatible address for its models; nothing is kept',
        body: endpointSchema,
        example: { address: 'http://localhost:8000/v1' },
        answers: [{ status: 200, words: 'What it answers.', view: VIEWS.Endpoint }],
        refuses: ['message-invalid', 'key-invalid'],
      },
      'DELETE /:model': {
        summary: 'Removes a model that the user added',
        answers: [{ status: 204, words: 'It is removed.' }],
        refuses: ['model-unknown'],
      },
    },
  }),
  ...routesOf({
    tag: 'Models',
    at: '/local-models',
    routes: {
      GET: {
        summary: 'Shows the models of your own, those that Varve offers to get, and downloads',
        description: 'While a download runs, ask again about once a second.',
        answers: [{ status: 200, words: 'All of it.', view: VIEWS.LocalModels }],
        refuses: ['data-corrupt'],
      },
      'POST /downloads': {
        summary: 'Gets a model',
        description: 'One download runs at a time; others wait. It goes on if the caller leaves.',
        body: getModelSchema,
        example: { model: 'qwen3-4b' },
        answers: [{ status: 202, words: 'The download, as it begins.', view: VIEWS.ModelDownload }],
        refuses: ['message-invalid', 'model-unknown', 'data-corrupt'],
      },
      'POST /downloads/:id/pause': {
        summary: 'Pauses a download; what has come is kept',
        body: emptySchema,
        example: {},
        answers: [{ status: 200, words: 'The download.', view: VIEWS.ModelDownload }],
        refuses: ['file-not-found'],
      },
      'POST /downloads/:id/resume': {
        summary: 'Goes on with a download where it stopped',
        body: emptySchema,
        example: {},
        answers: [{ status: 202, words: 'The download.', view: VIEWS.ModelDownload }],
        refuses: ['file-not-found'],
      },
      'DELETE /downloads/:id': {
        summary: 'Gives a download up and deletes what has come',
        answers: [{ status: 204, words: 'It is gone.' }],
        refuses: ['file-not-found'],
      },
      'POST /files': {
        summary: 'Opens a .gguf file of this machine as a model, where it is',
        body: openModelSchema,
        example: { path: '/home/me/models/a.gguf' },
        answers: [{ status: 201, words: 'The model.', view: VIEWS.InstalledModel }],
        refuses: ['path-refused', 'file-not-found', 'file-unreadable', 'model-file-invalid', 'data-corrupt'],
      },
      'PATCH /settings': {
        summary: 'Changes how models of your own run',
        body: localModelSettingsSchema,
        example: { idleMinutes: 10 },
        answers: [{ status: 200, words: 'The settings.', view: VIEWS.LocalModelSettings }],
        refuses: ['message-invalid', 'data-corrupt'],
      },
      'POST /runtime': {
        summary: 'Fetches the part that runs models, if it is not there',
        description: 'It comes from the npm registry. `GET` tells how far it is.',
        body: emptySchema,
        example: {},
        answers: [{ status: 202, words: 'The part, as it is now.', view: VIEWS.ModelRuntime }],
      },
      'DELETE /:id': {
        summary: 'Removes a model of your own; a file that was opened in place stays',
        answers: [{ status: 204, words: 'It is removed.' }],
        refuses: ['file-not-found', 'data-corrupt'],
      },
    },
  }),
  ...routesOf({
    tag: 'Models',
    at: '/providers',
    routes: {
      GET: {
        summary: 'Lists the providers, and where each has its key from',
        answers: [{ status: 200, words: 'The providers.', view: VIEWS.Provider, isList: true }],
      },
      'PUT /:id/key': {
        summary: 'Keeps a key for a provider',
        description: 'Sealed on disk, or in memory until Varve stops. No route ever gives a key back.',
        body: keySchema,
        example: { key: 'the-key-of-the-provider', keep: 'memory' },
        answers: [{ status: 200, words: 'The provider.', view: VIEWS.Provider }],
        refuses: ['provider-unknown', 'key-invalid', 'key-not-kept'],
      },
      'POST /:id/key/check': {
        summary: 'Asks a provider whether it knows a key',
        description: 'The key is neither kept nor used for anything else.',
        body: keySchema,
        example: { key: 'the-key-of-the-provider' },
        answers: [{ status: 200, words: 'What the provider says of it.', view: VIEWS.KeyCheck }],
        refuses: ['provider-unknown', 'key-invalid'],
      },
      'DELETE /:id/key': {
        summary: 'Forgets the key of a provider',
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
      answers: [{ status: 200, words: 'The keys, without what opens.', view: VIEWS.ApiKey, isList: true }],
    },
    POST: {
      summary: 'Makes an API key',
      description:
        'The key is in this response and nowhere else: Varve keeps a hash of it. No API key makes, lists or revokes keys.',
      body: createApiKeySchema,
      example: { name: 'Editor', access: 'write', models: ['offline'], limitUSD: 5 },
      answers: [{ status: 201, words: 'The key.', view: VIEWS.NewApiKey }],
      refuses: ['workspace-not-found'],
    },
    'DELETE /:id': {
      summary: 'Revokes an API key: it opens nothing any more, and stays in the list',
      answers: [{ status: 200, words: 'The key, as it is listed.', view: VIEWS.ApiKey }],
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
        summary: 'Gives this document',
        answers: [{ status: 200, words: 'An OpenAPI 3.1 document of every route.' }],
      },
    },
  }),
  ...routesOf({
    tag: 'Document',
    at: '/docs',
    routes: {
      GET: {
        summary: 'Shows this document as a page',
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
        summary: 'Makes a link that signs one browser in, once',
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
        answers: [{ status: 201, words: 'The id under which it is known.', view: VIEWS.Browser }],
      },
      DELETE: {
        summary: 'Forgets every remembered browser; open sessions last until Varve stops',
        answers: [{ status: 204, words: 'They are forgotten.' }],
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
