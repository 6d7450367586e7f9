import { emptySchema, keySchema } from '../../schemas/schemas.ts'
import { routesOf } from '../route-description.ts'
import { VIEWS } from '../views/views.ts'

export const MODEL_GROUP = [
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
