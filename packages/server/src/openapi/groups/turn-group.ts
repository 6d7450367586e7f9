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
    words: 'It is on disk, and the models are being asked: follow the events of the answers.',
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
      summary: 'Sends a message and gives its answers in the same request',
      description: 'Calls that need approval are refused, for nobody is asked. Who leaves stops the answers.',
      body: askSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      answers: asked,
      refuses: [...asking, 'chat-not-found'],
    },
    'POST /ask-again': {
      summary: 'Has a turn answered again, in the same request',
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
        'What does not fit or holds private data that nobody has decided on is refused with nothing stored: see `error.details` and `error.guard`, and send it again with `allowExtracts`, `dropOptional` or a `decision`.',
      body: sendSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'file-not-found', 'path-refused', 'local-only', 'unrecorded'],
    },
    'GET /turns': {
      summary: 'Lists the turns of the branch on show before a place in it',
      query: turnsQuery,
      answers: [
        { status: 200, words: 'A page of turns; the last one without `before`.', view: VIEWS.TurnPage },
      ],
    },
    'GET /questions': {
      summary: 'Lists the messages of the branch on show, or those in which some words stand',
      query: questionsQuery,
      answers: [{ status: 200, words: 'All of them, oldest first.', view: VIEWS.Questions }],
    },
    'POST /turns/:turn/edit': {
      summary: 'Asks a question again in other words, or with the notes as they are now',
      description: 'What is left out stays as it was asked. What stood there stays, as a branch.',
      body: editSchema,
      example: { text: 'When exactly is the launch?' },
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'turn-not-found'],
    },
    'POST /turns/:turn/regenerate': {
      summary: 'Has a question answered again from what it was sent with',
      body: regenerateSchema,
      example: {},
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'turn-not-found'],
    },
    'GET /turns/:turn/compare': {
      summary: 'Tells what a comparison of the answers would take',
      query: compareQuerySchema,
      answers: [{ status: 200, words: 'The forecast.', view: VIEWS.ComparisonForecast }],
      refuses: ['turn-not-found', 'message-empty', 'model-unknown', 'model-unavailable', 'spending-limit'],
    },
    'POST /turns/:turn/compare': {
      summary: 'Has a model compare the answers to a question',
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
      summary: 'Shows the branch that goes through a turn',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['turn-not-found'],
    },
    'GET /turns/:turn/inspection': {
      summary: 'Shows what a model was given in one call: layers, exact request, cache, cost',
      query: inspectionQuery,
      answers: [{ status: 200, words: 'The call.', view: VIEWS.Inspection }],
      refuses: ['turn-not-found', 'answer-not-found', 'not-recorded', 'trace-deleted', 'trace-sealed'],
    },
    'GET /turns/:turn/trace': {
      summary: 'Shows how each call of an answer went: when, how long, what it used and cost',
      query: traceQuery,
      answers: [{ status: 200, words: 'The calls, in order.', view: VIEWS.AnswerTrace }],
      refuses: ['turn-not-found', 'answer-not-found'],
    },
    'GET /turns/:turn/received': {
      summary: 'Reads what a model wrote in one call, as it came',
      query: receivedQuery,
      answers: [{ status: 200, words: 'Text, thoughts and uses of tools.', view: VIEWS.Received }],
      refuses: ['turn-not-found', 'answer-not-found', 'not-recorded', 'trace-deleted', 'trace-sealed'],
    },
    'GET /turns/:turn/source': {
      summary: 'Reads a text as the model was given it in one turn',
      query: pathQuery,
      answers: [{ status: 200, words: 'The text.', view: VIEWS.SourceText }],
      refuses: ['turn-not-found', 'artifact-not-found'],
    },
    'GET /side-calls/:sidecall': {
      summary: 'Reads what was said in a call beside the answers',
      answers: [{ status: 200, words: 'Request and answer.', view: VIEWS.SideCallText }],
      refuses: ['answer-not-found', 'trace-sealed'],
    },
    'POST /answers/:answer/choose': {
      summary: 'Goes on with one of several answers',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['answer-not-found'],
    },
    'POST /answers/:answer/continue': {
      summary: 'Lets a model go on with an answer that was cut off',
      body: continueSchema,
      example: {},
      isIdempotent: true,
      answers: sent,
      refuses: [...asking, 'answer-not-found', 'answer-complete'],
    },
    'POST /answers/:answer/undo': {
      summary: 'Takes back what a call of a tool changed',
      body: undoSchema,
      example: { callId: 'id-of-the-call' },
      answers: [{ status: 200, words: 'An object: `undone`, the changes that were taken back.' }],
      refuses: ['answer-not-found', 'artifact-not-found', 'message-invalid', 'file-changed'],
    },
    'POST /answers/:answer/save': {
      summary: 'Writes an answer into a note',
      body: saveAnswerSchema,
      example: { path: 'answers/launch.md', how: 'new' },
      isIdempotent: true,
      answers: [
        {
          status: 201,
          words:
            'An object: `path`, the note that holds it now, and `mark`, where the answer drew on private or local-only files: the note says the same. To append to a note that is not marked, send `mark: true`.',
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
