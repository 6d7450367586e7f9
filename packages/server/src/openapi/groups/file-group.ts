import {
  diffQuery,
  moveFileSchema,
  pathQuery,
  removeFileQuery,
  restoreFileSchema,
  uploadQuery,
  VIEWS,
  writeFileQuery,
} from '@varve/contract'
import { type ErrorCode, routesOf } from '../route-description.ts'

const TAG = 'Files'
const unread = ['file-not-found', 'path-refused'] as const satisfies readonly ErrorCode[]
const unwritten = [...unread, 'file-changed'] as const satisfies readonly ErrorCode[]

const FILES = routesOf({
  tag: TAG,
  at: '/workspaces/:workspace/files',
  routes: {
    GET: {
      summary: 'Lists the files of a workspace',
      answers: [{ status: 200, words: 'The files.', view: VIEWS.File, isList: true }],
    },
    'GET /recent': {
      summary: 'Lists the files that changed last',
      answers: [{ status: 200, words: 'The files, newest first.', view: VIEWS.File, isList: true }],
    },
    'GET /content': {
      summary: 'Reads a file as text',
      query: pathQuery,
      answers: [{ status: 200, words: 'The file with its text.', view: VIEWS.FileContent }],
      refuses: [...unread, 'file-not-text', 'file-too-large', 'file-unreadable'],
    },
    'PUT /content': {
      summary: 'Writes a file',
      description:
        '`expect` is the hash of the file that you read, or `absent` for a new one, so that no unseen change is overwritten. The earlier text stays as a version.',
      query: writeFileQuery,
      body: 'bytes',
      answers: [{ status: 200, words: 'The written file.', view: VIEWS.WrittenFile }],
      refuses: unwritten,
    },
    'DELETE /content': {
      summary: 'Moves a file to the trash of the workspace',
      query: removeFileQuery,
      answers: [{ status: 200, words: 'The file in the trash.', view: VIEWS.TrashedFile }],
      refuses: unwritten,
    },
    'POST /move': {
      summary: 'Moves or renames a file',
      body: moveFileSchema,
      example: { path: 'plan.md', to: 'plans/launch.md' },
      answers: [{ status: 200, words: 'The file at its new path.', view: VIEWS.WrittenFile }],
      refuses: unwritten,
    },
    'GET /versions': {
      summary: 'Lists earlier versions of a file',
      query: pathQuery,
      answers: [{ status: 200, words: 'The versions, newest first.', view: VIEWS.FileVersion, isList: true }],
      refuses: ['path-refused'],
    },
    'GET /diff': {
      summary: 'Compares two versions of a file',
      description: '`from` and `to` are ids of versions; by default the latest version and the current file.',
      query: diffQuery,
      answers: [{ status: 200, words: 'The difference.', view: VIEWS.FileDiff }],
      refuses: unread,
    },
    'GET /trash': {
      summary: 'Lists the trash of the workspace',
      answers: [{ status: 200, words: 'The files in it.', view: VIEWS.TrashedFile, isList: true }],
    },
    'POST /restore': {
      summary: 'Restores a file from the trash, or an earlier version',
      body: restoreFileSchema,
      example: { id: 'id-of-the-trashed-file-or-version' },
      answers: [{ status: 200, words: 'The file.', view: VIEWS.WrittenFile }],
      refuses: unwritten,
    },
    'GET /related': {
      summary: 'Finds notes similar to a note',
      query: pathQuery,
      answers: [
        { status: 200, words: 'The notes, most similar first.', view: VIEWS.SearchHit, isList: true },
      ],
      refuses: unread,
    },
    'GET /download': {
      summary: 'Downloads a file',
      query: pathQuery,
      answers: [{ status: 200, words: 'The bytes of the file.', types: ['application/octet-stream'] }],
      refuses: unread,
    },
    'GET /picture': {
      summary: 'Reads a picture',
      query: pathQuery,
      answers: [{ status: 200, words: 'The bytes of the picture.', types: ['image/*'] }],
      refuses: [...unread, 'file-not-text', 'file-too-large'],
    },
  },
})

const UPLOADS = routesOf({
  tag: TAG,
  at: '/workspaces/:workspace/uploads',
  routes: {
    POST: {
      summary: 'Uploads a file that isn’t in the workspace',
      description: 'The body is the file itself. A message attaches it as `upload:` and its id.',
      query: uploadQuery,
      body: 'bytes',
      answers: [{ status: 201, words: 'The uploaded file.', view: VIEWS.Upload }],
      refuses: ['file-not-text', 'file-too-large', 'file-unreadable'],
    },
  },
})

export const FILE_GROUP = [...FILES, ...UPLOADS]
