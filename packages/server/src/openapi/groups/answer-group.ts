import { eventsQuery } from '../../schemas/query-schemas.ts'
import { answerCallSchema, emptySchema, steerSchema } from '../../schemas/schemas.ts'
import { routesOf } from '../route-description.ts'
import { VIEWS } from '../views/views.ts'

const EVENTS = `Events come unnamed (\`message\` for an EventSource), each with one \`AnswerEvent\` as its data:
\`text\` and \`reasoning\` with a \`delta\`, \`steps\` with all that tools have done, and last \`done\` or \`failed\` with the whole turn, after which the stream ends.
Lines that begin with \`:\` keep the connection open and mean nothing.

The \`id:\` of an event says how far its reader is: \`12\` code units of the answer, \`12-340\` with those of the reasoning, \`12-340-2\` with the changes of the steps.
Whoever comes back with it, in the header \`Last-Event-ID\` or as \`after\` in the query (the header counts where both are there), gets the rest and nothing twice.
Leaving ends only the watching, never the answer; it can be followed from its beginning at any time, also when it has ended.`

export const ANSWER_GROUP = routesOf({
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
