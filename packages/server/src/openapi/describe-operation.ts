import type { RouteAnswer, DescribedRoute } from './route-description.ts'
import { querySchemas, schemaReference } from './component-schemas.ts'
import { describeRefusals, type Response } from './describe-refusals.ts'

const PATH_PARAMETERS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /\/workspaces\/:workspace\b/,
    'A workspace by its id; `first` stands for the one that Varve was started with.',
  ],
  [/\/chats\/:id\b/, 'A chat.'],
  [/\/answers\/:id\b/, 'An answer.'],
  [/\/providers\/:id\b/, 'A provider.'],
  [
    /\/turns\/:turn\b/,
    'A turn by its id; for its inspection and its sources also by its place in the branch on show.',
  ],
  [/\/answers\/:answer\b/, 'An answer of the chat.'],
  [/\/asides\/:aside\b/, 'A call beside the answers.'],
  [/\/calls\/:call\b/, 'A call of a tool.'],
  [/\/definitions\/:kind\b/, '`agent`, `skill`, `template` or `project`.'],
  [/\/:name\b/, 'As its file or entry is called.'],
]

/** One route as an operation of the document. */
export function describeOperation(route: DescribedRoute): object {
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
