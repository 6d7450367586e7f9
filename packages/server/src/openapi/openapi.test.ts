import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_LIMITS } from '../access/body-limits.ts'
import { ERROR_STATUS } from '../error-status.ts'
import { ROUTES_WITH_QUERY } from '../create-server.ts'
import { checkOpenApi } from '../testing/check-openapi.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { DESCRIBED_ROUTES } from './described-routes.ts'
import type { DescribedRoute } from './route-description.ts'
import { REQUESTS, VIEWS } from '@varve/contract'

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

let it: TestServer
let document: Document

beforeAll(async () => {
  it = await testServer()
  const response = await it.call('GET', '/api/openapi.json')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  document = (await response.json()) as Document
})

afterAll(() => it.close())

const nameOf = ({ method, path }: Pick<DescribedRoute, 'method' | 'path'>) => `${method} ${path}`
const operationOf = ({ method, path }: DescribedRoute): Operation | undefined =>
  document.paths[path.replace(/:([a-z]+)/g, '{$1}')]?.[method.toLowerCase()]

/** A route's address with placeholders that match nothing. */
function addressOf({ path, query }: DescribedRoute, workspace = 'first'): string {
  const named = path
    .replace(':workspace', workspace)
    .replace(':kind', 'agent')
    .replace(/:[a-z]+/g, 'x')
  const values: Readonly<Record<string, string>> = {
    path: 'x.md',
    expect: '0'.repeat(64),
    name: 'x.md',
    q: 'x',
  }
  const needed = Object.entries(query?.shape ?? {}).filter(
    ([, schema]) => !schema.safeParse(undefined).success,
  )
  const pairs = needed.map(([name]) => `${name}=${values[name] ?? 'x'}`)
  return pairs.length === 0 ? named : `${named}?${pairs.join('&')}`
}

async function callRoute(
  route: DescribedRoute,
  address: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const { method, body, example } = route
  const type = body === 'bytes' ? { 'content-type': 'application/octet-stream' } : {}
  const given = body === 'bytes' ? { body: 'bytes' } : body === undefined ? {} : { body: example }
  return it.call(method, address, { ...given, headers: { ...type, ...headers } })
}

describe('the document', () => {
  test('lists exactly the registered routes', () => {
    const registered = it.server.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/g, '{$1}')}`)
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(named.toSorted()).toEqual([...new Set(registered)].toSorted())
  })

  test.each([
    ['get', 'export'],
    ['get', 'trace'],
    ['delete', 'trace'],
  ] as const)('says that %s of the %s of a chat waits for its answer', (method, what) => {
    const { responses } = document.paths[`/api/workspaces/{workspace}/chats/{id}/${what}`]?.[method] ?? {}
    expect(JSON.stringify(responses?.['409'])).toContain('answer-running')
  })

  test('is valid OpenAPI 3.1', () => {
    expect(checkOpenApi(document)).toEqual([])
  })

  test.each([
    ['a reference to nothing', { $ref: '#/components/schemas/None' }],
    ['a type that is none', { type: 'text' }],
    ['a field that is required and not there', { type: 'object', properties: {}, required: ['a'] }],
  ])('the check catches %s', (_, schema) => {
    const schemas = { ...document.components.schemas, Wrong: schema }
    expect(checkOpenApi({ ...document, components: { ...document.components, schemas } })).toHaveLength(1)
  })

  test('names each schema once and defines every schema it uses', () => {
    const names = [...Object.keys(REQUESTS), ...Object.keys(VIEWS)]
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([...new Set(names)].toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  test('has examples that match its schemas', () => {
    for (const route of DESCRIBED_ROUTES)
      if (route.body !== undefined && route.body !== 'bytes') {
        const { example } = operationOf(route)?.requestBody?.content['application/json'] ?? {}
        expect([nameOf(route), route.body.safeParse(example).error]).toEqual([nameOf(route), undefined])
      }
  })
})

test('the API page lists every error code with its status, and the limits', () => {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`([^`]+)`/g)].map(([, code = '']) => [code, Number(status)] as const),
  )
  expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS)
  for (const bytes of Object.values(BODY_LIMITS)) expect(page).toContain(`${bytes / 1024 / 1024} MiB`)
})

test('exactly the routes with documented queries accept one', () => {
  const described = DESCRIBED_ROUTES.filter(({ query }) => query).map(nameOf)
  expect([...ROUTES_WITH_QUERY].toSorted()).toEqual(described.toSorted())
})

describe('every route', () => {
  test('refuses an undocumented query parameter', async () => {
    for (const route of DESCRIBED_ROUTES) {
      const address = addressOf(route)
      const response = await callRoute(route, `${address}${address.includes('?') ? '&' : '?'}nobody=1`)
      expect([nameOf(route), response.status]).toEqual([nameOf(route), 400])
      expect(await response.text()).toContain('nobody')
    }
  })

  test('accepts an Idempotency-Key exactly where documented', async () => {
    for (const route of DESCRIBED_ROUTES.filter(
      ({ method, body }) => method === 'POST' && body !== 'bytes',
    )) {
      const response = await callRoute(route, addressOf(route), { 'idempotency-key': 'short' })
      const isRefused = (await response.text()).includes('Idempotency-Key')
      const parameters = operationOf(route)?.parameters ?? []
      const isNamed = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
      expect([nameOf(route), isRefused]).toEqual([nameOf(route), isNamed])
      expect([nameOf(route), Object.keys(operationOf(route)?.responses ?? {})]).toEqual([
        nameOf(route),
        expect.arrayContaining([String(response.status)]),
      ])
    }
  })

  test('of a workspace reports an unknown workspace', async () => {
    const found: unknown[] = []
    for (const route of DESCRIBED_ROUTES.filter(({ path }) => path.includes(':workspace'))) {
      const response = await callRoute(route, addressOf(route, 'nobodys'))
      if (response.status !== 404) found.push([nameOf(route), response.status])
    }
    expect(found).toEqual([])
  })

  test('for uploads accepts octet streams only', async () => {
    for (const route of DESCRIBED_ROUTES.filter(({ body }) => body === 'bytes')) {
      const response = await callRoute(route, addressOf(route), { 'content-type': 'text/plain' })
      expect([nameOf(route), response.status]).toEqual([nameOf(route), 400])
    }
  })
})
