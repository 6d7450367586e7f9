import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { idempotencyKeySchema, positionSchema, REQUESTS, VIEWS } from '@varve/contract'
import { DESCRIBED_ROUTES } from './described-routes.ts'
import type { DescribedRoute, ErrorCode, RouteAnswer } from './route-description.ts'
import { bodyLimitAt } from '../access/body-limits.ts'
import { ERROR_STATUS } from '../error-status.ts'

const NAMES: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries<z.ZodType>({ ...REQUESTS, ...VIEWS }).map(([name, schema]) => [schema, name]),
)

/** Errors that every route may return, listed once. */
const SHARED_REFUSALS = {
  Unauthorized: refusal('Nobody is signed in: `unauthorized`.'),
  Elsewhere: refusal(
    'The request comes from another page or names another host: `origin-refused`, `host-refused`; or it is not within the scope of its API key: `out-of-scope`.',
  ),
  Refused: refusal('Any other refusal, with the status of its code; `/api/docs` lists them.'),
} as const

const PATH_PARAMETERS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\/workspaces\/:workspace\b/, 'A workspace by its id; `first` is the one that Varve was started with.'],
  [/\/chats\/:id\b/, 'A chat.'],
  [/\/answers\/:id\b/, 'An answer.'],
  [/\/providers\/:id\b/, 'A provider.'],
  [/\/api-keys\/:id\b/, 'An API key by its id; never the key itself.'],
  [/\/(?:local-models|downloads)\/:id\b/, 'A model of your own, or its download.'],
  [/\/models\/:model\b/, 'A model by its id, its slash as %2F.'],
  [
    /\/turns\/:turn\b/,
    'A turn by its id; for its inspection and its sources also by its place in the branch on show.',
  ],
  [/\/answers\/:answer\b/, 'An answer of the chat.'],
  [/\/side-calls\/:sidecall\b/, 'A call beside the answers.'],
  [/\/calls\/:call\b/, 'A call of a tool.'],
  [/\/definitions\/:kind\b/, '`agent`, `skill`, `template` or `project`.'],
  [/\/:name\b/, 'As its file or entry is called.'],
]

const WORDS = `The API of a running Varve, the one that its own page uses. Unless it was started to be reached from elsewhere, it listens on 127.0.0.1 only.

Bodies are JSON unless a route says otherwise, and need their content type. Names that a body or a query does
not know are refused. A refusal is a \`Problem\` (RFC 9457): its code is for programs, its detail for people. docs/api.md walks through it.`

const SIGN_IN = `An API key, from \`varve api-keys add\` or from the page; or the key of this run. \`varve start\` writes it to \`running.json\` in its data folder, which only you can read, and
removes it when it ends. Varve's own page signs in by a one-time link instead: see docs/api.md.`

/** The OpenAPI document of every route. */
export function buildOpenApi(address: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Varve',
      version: serverVersion(),
      description: WORDS,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: address }],
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
        'Your own id for the request. A repeated request with the same key happens once and gets the same response; other content with the same key is refused.',
      schema: plain(idempotencyKeySchema),
    },
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The `id:` of the last event received: the stream continues after it.',
      schema: plain(positionSchema),
    },
  }
}

function plain(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

export function serverVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/** One route as an operation of the document. */
function describeOperation(route: DescribedRoute): object {
  const { tag, summary, description, answers } = route
  const parameters = parametersOf(route)
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [String(answer.status), describeAnswer(answer)])),
      ...describeRefusals(route),
    },
  }
}

function operationId({ method, path }: DescribedRoute): string {
  const words = path.replace('/api/', '').match(/:?[a-z]+/g) ?? []
  const named = words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)))
  return `${method.toLowerCase()}${named.join('')}`
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function parametersOf(route: DescribedRoute): readonly object[] {
  return [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)]
}

function pathParameters({ path }: DescribedRoute): readonly object[] {
  return [...path.matchAll(/:([a-z]+)/g)].map(([, name = '']) => {
    const known = PATH_PARAMETERS.find(
      ([pattern]) => pattern.source.includes(`:${name}\\b`) && pattern.test(path),
    )
    return { name, in: 'path', required: true, description: known?.[1] ?? '', schema: { type: 'string' } }
  })
}

function queryParameters({ query }: DescribedRoute): readonly object[] {
  if (!query) return []
  return Object.entries(querySchemas(query)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: !query.shape[name]?.safeParse(undefined).success,
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function headerParameters({ isIdempotent, isResumable }: DescribedRoute): readonly object[] {
  return [
    ...(isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isResumable ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ]
}

function requestBody({ body, example }: DescribedRoute): object {
  if (body === undefined) return {}
  const content =
    body === 'bytes'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaReference(body), example } }
  return { requestBody: { required: true, content } }
}

function describeAnswer({ status, words, view, isList, types }: RouteAnswer): Response {
  if (status === 204) return { description: words }
  if (types)
    return { description: words, content: Object.fromEntries(types.map((type) => [type, textOrBytes(type)])) }
  const one = view ? schemaReference(view) : { type: 'object', description: words }
  const schema = isList ? { type: 'array', items: one } : one
  return { description: words, content: { 'application/json': { schema } } }
}

function textOrBytes(type: string): object {
  return type.startsWith('image/') ? {} : { schema: { type: 'string' } }
}

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, object>>
}

/** The refusals of a route by status. */
function describeRefusals(route: DescribedRoute): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(new Set(codesOf(route)), (code) => ERROR_STATUS[code])
  const own = [...byStatus].map(
    ([status, codes]) => [String(status), refusal(wordsFor(route, codes))] as const,
  )
  return {
    '401': shared('Unauthorized'),
    '403': shared('Elsewhere'),
    ...Object.fromEntries(own),
    default: shared('Refused'),
  }
}

/** Those that are named, and those that follow from the address and from what is sent along. */
function codesOf({ path, body, isIdempotent, refuses = [] }: DescribedRoute): readonly ErrorCode[] {
  // A query that a route does not know is one too.
  const codes: ErrorCode[] = ['body-invalid']
  if (body !== undefined) codes.push('body-too-large')
  if (path.includes('/:workspace')) codes.push('workspace-not-found')
  if (path.includes('/chats/:id')) codes.push('chat-not-found')
  if (path.includes('/answers/:id')) codes.push('answer-not-found')
  if (isIdempotent) codes.push('idempotency-key-reused')
  return [...codes, ...refuses]
}

function wordsFor({ path }: DescribedRoute, codes: readonly ErrorCode[]): string {
  const names = codes.map((code) => `\`${code}\``).join(', ')
  const limit = codes.includes('body-too-large') ? ` A body has at most ${bodyLimitAt(path)} bytes.` : ''
  return `Refused: ${names}.${limit}`
}

function shared(name: keyof typeof SHARED_REFUSALS): object {
  return { $ref: `#/components/responses/${name}` }
}

function refusal(description: string): Response {
  return { description, content: { 'application/problem+json': { schema: schemaReference(VIEWS.Problem) } } }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

interface Conversion {
  /** Requests are shown as they come in, views as they go out. */
  readonly io: 'input' | 'output'
}

/** Every schema with a name; they refer to each other by it. */
function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return { ...convert(REQUESTS, { io: 'input' }), ...convert(VIEWS, { io: 'output' }) }
}

/** Where the document holds a schema that has a name. */
function schemaReference(schema: z.ZodType): { readonly $ref: string } {
  const name = NAMES.get(schema)
  if (name === undefined) throw new Error('A schema of the API has no name in the document.')
  return { $ref: referenceTo(name) }
}

/** The fields of a query, each with its schema. */
function querySchemas(query: z.ZodObject): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  return properties as Readonly<Record<string, JsonSchema>>
}

function convert(
  named: Readonly<Record<string, z.ZodType>>,
  { io }: Conversion,
): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    uri: referenceTo,
    io,
    unrepresentable: 'any',
    // A view may gain fields; clients must accept that.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [
      name,
      schema,
    ]),
  )
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
