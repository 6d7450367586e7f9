import {
  changeChatSchema,
  compactSchema,
  continueInNewSchema,
  createChatSchema,
  emptySchema,
  EXPORT_FORMATS,
  EXPORT_FORMS,
  exportSchema,
  forgetSchema,
  forkSchema,
  importQuery,
  listSchema,
  markSchema,
  searchChatsSchema,
  sendSchema,
  settingsSchema,
  titleSchema,
  VIEWS,
} from '@varve/contract'
import { routesOf } from '../route-description.ts'

const chats = routesOf({
  tag: 'Chats',
  at: '/workspaces/:workspace/chats',
  routes: {
    GET: {
      summary: 'Lists chats, pinned ones first, then the most recently used',
      query: listSchema,
      answers: [{ status: 200, words: 'The chats.', view: VIEWS.ChatSummary, isList: true }],
    },
    POST: {
      summary: 'Begins a chat',
      body: createChatSchema,
      example: {},
      isIdempotent: true,
      answers: [{ status: 201, words: 'The chat, still empty.', view: VIEWS.Chat }],
      refuses: ['message-invalid'],
    },
    'GET /search': {
      summary: 'Finds chats by what was asked and answered in them',
      description: 'Without `q`, every chat that the other parameters let through.',
      query: searchChatsSchema,
      answers: [{ status: 200, words: 'The chats.', view: VIEWS.ChatSearch }],
      refuses: ['message-invalid'],
    },
    'POST /import': {
      summary: 'Takes over chats from a file of Varve or of another program',
      description:
        'The body is the file as it is: Markdown, JSON, JSONL, HTML or a ZIP of them; `name` is what it is called.',
      query: importQuery,
      body: 'bytes',
      answers: [{ status: 200, words: 'What became of each chat in it.', view: VIEWS.ImportReport }],
      refuses: ['file-too-large', 'file-unreadable'],
    },
    'GET /unlisted': {
      summary: 'Counts the files of chats in a workspace that has no chat yet',
      answers: [{ status: 200, words: 'How many there are.', view: VIEWS.UnlistedChats }],
    },
    'POST /reindex': {
      summary: 'Brings the chats of a workspace back from their files',
      description: 'What is known already, and the files, are left as they are.',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'What became of each file.', view: VIEWS.ReindexReport }],
    },
    'GET /:id': {
      summary: 'Opens a chat: its latest turns, what it keeps, its settings',
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
    },
    'PATCH /:id': {
      summary: 'Names, pins, archives or tags a chat',
      body: changeChatSchema,
      example: { title: 'Launch', pinned: true },
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.ChatSummary }],
      refuses: ['title-empty', 'message-invalid'],
    },
    'DELETE /:id': {
      summary: 'Moves a chat to the trash',
      answers: [{ status: 204, words: 'It is in the trash.' }],
    },
    'PATCH /:id/settings': {
      summary: 'Changes what a chat asks of its models, from the next message on',
      description: '`null` gives a setting back to the model; what is left out stays.',
      body: settingsSchema,
      example: { temperature: 0.2, areas: ['practice/family'], jurisdictions: ['US-CA'] },
      answers: [{ status: 200, words: 'The settings.', view: VIEWS.ChatSettings }],
      refuses: ['message-invalid'],
    },
    'POST /:id/restore': {
      summary: 'Takes a chat out of the trash',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.ChatSummary }],
    },
    'POST /:id/erase': {
      summary: 'Erases a chat that is in the trash, for good',
      body: emptySchema,
      example: {},
      answers: [{ status: 204, words: 'It is gone.' }],
    },
    'POST /:id/fork': {
      summary: 'Begins a new chat with this one up to a turn',
      body: forkSchema,
      example: { turnId: 'id-of-the-turn' },
      isIdempotent: true,
      answers: [{ status: 201, words: 'The new chat.', view: VIEWS.ChatSummary }],
      refuses: ['turn-not-found', 'answer-not-found'],
    },
    'POST /:id/compact': {
      summary: 'Has the next turn begin in short, or takes that back',
      body: compactSchema,
      example: {},
      answers: [{ status: 200, words: 'What it would save.', view: VIEWS.Compaction }],
      refuses: ['message-empty', 'model-unknown'],
    },
    'POST /:id/continue': {
      summary: 'Begins a new chat with a summary of this one',
      description: 'Where a model elsewhere sums up, this chat is sent to it: that needs `confirmed`.',
      body: continueInNewSchema,
      example: { confirmed: true },
      isIdempotent: true,
      answers: [
        {
          status: 201,
          words: 'The new chat, and what its first message brings along.',
          view: VIEWS.ContinuedChat,
        },
      ],
      refuses: ['message-empty', 'not-confirmed', 'model-unknown'],
    },
    'POST /:id/title': {
      summary: 'Has a model name a chat',
      description:
        'Where the model is elsewhere, the beginning of the chat is sent to it: that needs `confirmed`.',
      body: titleSchema,
      example: { confirmed: true },
      answers: [{ status: 200, words: 'The chat with its title.', view: VIEWS.SuggestedTitle }],
      refuses: ['message-empty', 'not-confirmed', 'provider-failed'],
    },
    'GET /:id/export': {
      summary: 'Takes a chat out as a file',
      query: exportSchema,
      answers: [
        {
          status: 200,
          words: 'The file, to be saved; Markdown where no `form` is named.',
          types: EXPORT_FORMS.map((form) => EXPORT_FORMATS[form].mediaType.replace(/;.*/, '')),
        },
      ],
      refuses: ['answer-running'],
    },
    'GET /:id/trace': {
      summary: 'Takes out what was sent in a chat, as `varve replay` reads it',
      answers: [{ status: 200, words: 'One turn on each line.', types: ['application/x-ndjson'] }],
      refuses: ['answer-running', 'trace-sealed', 'trace-deleted'],
    },
    'DELETE /:id/trace': {
      summary: 'Deletes what was sent in a chat; the chat itself stays',
      answers: [{ status: 200, words: 'How many requests are gone.', view: VIEWS.DeletedTrace }],
      refuses: ['answer-running'],
    },
    'POST /:id/forecast': {
      summary: 'Tells what sending a message would use and cost; nothing is stored or sent',
      body: sendSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      answers: [
        { status: 200, words: 'The forecast, also where the message would not fit.', view: VIEWS.Forecast },
      ],
      refuses: ['model-unknown', 'message-invalid', 'path-refused'],
    },
    'POST /:id/what-if': {
      summary: 'Tells what a message would use and cost with each model, and with the chosen one by layout',
      body: sendSchema,
      example: { text: 'When is the launch?', attach: ['plan.md'] },
      answers: [{ status: 200, words: 'The cheapest first.', view: VIEWS.ForecastChoices }],
      refuses: ['message-invalid'],
    },
    'POST /:id/forget': {
      summary: 'Leaves something kept out of every later request, or takes that back',
      body: forgetSchema,
      example: { key: 'plan.md' },
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['artifact-not-found'],
    },
    'POST /:id/mark': {
      summary: 'Says what the budget does with something kept',
      body: markSchema,
      example: { key: 'plan.md', priority: 'essential' },
      answers: [{ status: 200, words: 'The chat.', view: VIEWS.Chat }],
      refuses: ['artifact-not-found'],
    },
  },
})

export const CHAT_GROUP = chats
