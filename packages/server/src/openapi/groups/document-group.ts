import { routesOf } from '../route-description.ts'

export const DOCUMENT_GROUP = routesOf({
  tag: 'Document',
  at: '/openapi.json',
  routes: {
    GET: {
      summary: 'Gives this document',
      answers: [{ status: 200, words: 'An OpenAPI 3.1 document of every route.' }],
    },
  },
})
