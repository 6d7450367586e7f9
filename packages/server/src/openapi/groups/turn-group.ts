import {
  askAgainSchema,
  askSchema,
  compareQuerySchema,
  compareSchema,
  continueSchema,
  editSchema,
  emptySchema,
  inspectionQuery,
  pathQuery,
  receivedQuery,
  regenerateSchema,
  saveAnswerSchema,
  sendSchema,
  traceQuery,
  questionsQuery,
  turnsQuery,
  undoSchema,
  VIEWS,
} from '@varve/contract'
import { type ErrorCode, routesOf } from '../route-description.ts'

const asking = [
  'message-empty',
  'message-invalid',
  'does-not-fit',
  'guard-findings',
  'model-unknown',
  'model-unavailable',
  'spending-limit',
  'answer-running',
  'chat-changed',
] as const satisfies readonly ErrorCode[]

const sent = [
  {
    status: 202,
    words: 'The message is stored and the models are called: follow the events of the answers.',
    view: VIEWS.Sent,
  },
] as const

const asked = [
  {
    status: 200,
    words: 'A line of JSON for each event: `sent`, then `begun`, `text` and `ended` for each answer.',
    types: ['application/x-ndjson'],
  },
] as const

const ASK_GROUP = routesOf({
  tag: 'Turns',
  at: '/workspaces/:workspace',
  routes: {
    'POST /ask': {
      summary: 'Sends a message and streams its answers in the response',
      description: 'Tool calls that need approval are refused. Disconnecting stops the answers.',
      body: askSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      answers: asked,
      refuses: [...asking, 'chat-not-found'],
    },
    'POST /ask-again': {
      summary: 'Edits, regenerates or continues, and streams the answers in the response',
      body: askAgainSchema,
      example: { kind: 'regenerate', chatId: 'the-id-of-a-chat' },
      answers: asked,
      refuses: [...asking, 'chat-not-found', 'turn-not-found', 'answer-not-found', 'answer-complete'],
    },
  },
})

const IN_CHAT = routesOf({
  tag: 'Turns',
  at: '/workspaces/:workspace/chats/:id',
  routes: {
    'POST /turns': {
      summary: 'Sends a message',
      description:
        'A message that doesn’t fit, or has private data without a decision, is refused and nothing is stored: see `error.details` and `error.guard`, and send it again with `allowExtracts`, `dropOptional` or a `decision`.',
      body: sendSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'file-not-found', 'path-refused', 'local-only', 'unrecorded'],
    },
    'GET /turns': {
      summary: 'Lists turns of the current branch before a given one',
      query: turnsQuery,
      answers: [
        { status: 200, words: 'A page of turns; the latest ones without `before`.', view: VIEWS.TurnPage },
      ],
    },
    'GET /questions': {
      summary: 'Lists the messages of the current branch, or those that contain a text',
      query: questionsQuery,
      answers: [{ status: 200, words: 'All of them, oldest first.', view: VIEWS.Questions }],
    },
    'POST /turns/:turn/edit': {
      summary: 'Edits a question, or asks it again with the current notes',
      description: 'Fields that are left out stay as they were. The earlier question stays as a branch.',
      body: editSchema,
      example: { text: 'When exactly is the launch?' },
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'turn-not-found'],
    },
    'POST /turns/:turn/regenerate': {
      summary: 'Regenerates an answer from the same context',
      body: regenerateSchema,
      example: {},
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'turn-not-found'],
    },
    'GET /turns/:turn/compare': {
      summary: 'Forecasts a comparison of the answers',
      query: compareQuerySchema,
      answers: [{ status: 200, words: 'The forecast.', view: VIEWS.ComparisonForecast }],
      refuses: ['turn-not-found', 'message-empty', 'model-unknown', 'model-unavailable', 'spending-limit'],
    },
    'POST /turns/:turn/compare': {
      summary: 'Compares the answers to a question with a model',
      body: compareSchema,
      example: { modelId: 'offline' },
      answers: [{ status: 200, words: 'The turn with its comparison.', view: VIEWS.Turn }],
      refuses: [
        'turn-not-found',
        'message-empty',
        'model-unknown',
        'model-unavailable',
        'spending-limit',
        'provider-failed',
      ],
    },
    'POST /turns/:turn/show': {
      summary: 'Switches to the branch of a turn',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['turn-not-found'],
    },
    'GET /turns/:turn/inspection': {
      summary: 'Inspects one call: layers, exact request, cache, cost',
      query: inspectionQuery,
      answers: [{ status: 200, words: 'The inspection.', view: VIEWS.Inspection }],
      refuses: ['turn-not-found', 'answer-not-found', 'not-recorded', 'trace-deleted', 'trace-sealed'],
    },
    'GET /turns/:turn/trace': {
      summary: 'Lists the calls of an answer: time, duration, usage, cost',
      query: traceQuery,
      answers: [{ status: 200, words: 'The calls, in order.', view: VIEWS.AnswerTrace }],
      refuses: ['turn-not-found', 'answer-not-found'],
    },
    'GET /turns/:turn/received': {
      summary: 'Reads the response of a model to one call',
      query: receivedQuery,
      answers: [{ status: 200, words: 'Text, reasoning and tool calls.', view: VIEWS.Received }],
      refuses: ['turn-not-found', 'answer-not-found', 'not-recorded', 'trace-deleted', 'trace-sealed'],
    },
    'GET /turns/:turn/source': {
      summary: 'Reads a text as the model received it in one turn',
      query: pathQuery,
      answers: [{ status: 200, words: 'The text.', view: VIEWS.SourceText }],
      refuses: ['turn-not-found', 'artifact-not-found'],
    },
    'GET /side-calls/:sidecall': {
      summary: 'Reads the texts of a side call',
      answers: [{ status: 200, words: 'Request and response.', view: VIEWS.SideCallText }],
      refuses: ['answer-not-found', 'trace-sealed'],
    },
    'POST /answers/:answer/choose': {
      summary: 'Continues with one of several answers',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['answer-not-found'],
    },
    'POST /answers/:answer/continue': {
      summary: 'Continues an answer that was cut off',
      body: continueSchema,
      example: {},
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'answer-not-found', 'answer-complete'],
    },
    'POST /answers/:answer/undo': {
      summary: 'Undoes the file changes of a tool call',
      body: undoSchema,
      example: { callId: 'id-of-the-call' },
      answers: [{ status: 200, words: 'An object: `undone`, the changes that were undone.' }],
      refuses: ['answer-not-found', 'artifact-not-found', 'message-invalid', 'file-changed'],
    },
    'POST /answers/:answer/save': {
      summary: 'Saves an answer as a note',
      body: saveAnswerSchema,
      example: { path: 'answers/launch.md', how: 'new' },
      isIdempotent: true,
      answers: [
        {
          status: 201,
          words:
            'An object: `path` of the note, and `mark` if the answer used private or local-only files; the note is marked alike. To append to a note without the mark, send `mark: true`.',
        },
      ],
      refuses: [
        'answer-not-found',
        'message-empty',
        'file-changed',
        'path-refused',
        'not-confirmed',
        'local-only',
      ],
    },
  },
})

export const TURN_GROUP = [...ASK_GROUP, ...IN_CHAT]
