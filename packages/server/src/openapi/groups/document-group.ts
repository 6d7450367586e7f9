import { emptySchema } from '../../schemas/schemas.ts'
import { routesOf } from '../route-description.ts'
import { VIEWS } from '../views/views.ts'

export const DOCUMENT_GROUP = [
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
]
