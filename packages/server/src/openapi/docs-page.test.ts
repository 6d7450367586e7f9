import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_STATUS } from '../error-status.ts'
import { PORT, request, type TestServer, testServer } from '../testing/test-server.ts'
import { buildDocsPage } from './docs-page.ts'
import { DESCRIBED_ROUTES } from './described-routes.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

const { html } = buildDocsPage(`http://127.0.0.1:${PORT}`)

test('the page about the API is read without a key, loads nothing, and runs nothing', async () => {
  const response = await request(it.server, 'GET', '/api/docs')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(await response.text()).toBe(html)
  expect(html).not.toMatch(/<script|<link|<img|url\(|@import|\son\w+=/)
  const elsewhere = [...html.matchAll(/(?:href|src)="(?!#)([^"]*)"/g)].map(([, address]) => address)
  expect(elsewhere).toEqual(['openapi.json'])
  const rebound = await request(it.server, 'GET', '/api/docs', { headers: { host: 'evil.example:4747' } })
  expect(rebound.status).toBe(403)
})

test('it has every route and every error code, and each of its links leads somewhere', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  for (const code of Object.keys(ERROR_STATUS)) expect(ids).toContain(code)
  for (const { method, path } of DESCRIBED_ROUTES)
    expect(html).toContain(`<b>${method}</b> ${path.replace(/:([a-z]+)/g, '{$1}')}<`)
})
