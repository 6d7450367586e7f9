import {
  checkDefinitionSchema,
  composerSchema,
  fillTemplateSchema,
  trustFileSchema,
  trustSchema,
  writeDefinitionSchema,
} from '../../schemas/definition-schemas.ts'
import { definitionsQuery, removeDefinitionQuery } from '../../schemas/query-schemas.ts'
import { routesOf } from '../route-description.ts'
import { VIEWS } from '../views/views.ts'

const HASH = '0'.repeat(64)
const FILE = '---\nname: Poet\ndescription: Rhymes.\n---\nYou rhyme.\n'

export const DEFINITION_GROUP = routesOf({
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
