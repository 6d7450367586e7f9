import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { idempotencyKeySchema, positionSchema } from '../schemas/schemas.ts'
import { componentSchemas } from './component-schemas.ts'
import { describeOperation } from './describe-operation.ts'
import { SHARED_REFUSALS } from './describe-refusals.ts'
import { DESCRIBED_ROUTES } from './described-routes.ts'

const WORDS = `The API of a running Varve, the one that its own page uses. It listens on 127.0.0.1 only.

Bodies are JSON unless a route says otherwise, and need their content type. Names that a body or a query does
not know are refused. A refusal is an \`Error\`: its code is for programs, its message for people. docs/api.md walks through it.`

const SIGN_IN = `The key of this run. \`varve start\` writes it to \`running.json\` in its data folder, which only you can read, and
removes it when it ends. Varve's own page signs in by a one-time link instead: see docs/api.md.`

/** The OpenAPI document of every route. */
export function buildOpenApi(port: number): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Varve',
      version: version(),
      description: WORDS,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    security: [{ key: [] }],
    tags: [...new Set(DESCRIBED_ROUTES.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: SIGN_IN },
      },
      parameters: headers(),
      responses: SHARED_REFUSALS,
      schemas: componentSchemas(),
    },
  }
}

function paths(): object {
  const byPath = Map.groupBy(DESCRIBED_ROUTES, ({ path }) => path.replace(/:([a-z]+)/g, '{$1}'))
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), describeOperation(route)])),
    ]),
  )
}

function headers(): object {
  return {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Your own name for the request. Sent again with the same key, it happens once and is answered alike; with the same key and other content it is refused.',
      schema: plain(idempotencyKeySchema),
    },
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The `id:` of the last event that was seen: the rest follows.',
      schema: plain(positionSchema),
    },
  }
}

function plain(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
