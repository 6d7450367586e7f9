import { afterEach, describe, expect, test, vi } from 'vitest'
import { basePath, parseWorkspacePath, withPageKey } from './address.ts'
import { newId, request } from './client.ts'
import { parseAnswerEvent } from './use-answer-streams.ts'
import {
  adviseOn,
  isOutdated,
  isSignedOut,
  unrecordedWays,
  WebError,
  type WebErrorCode,
} from '../parts/web-error.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(body: string, status = 200): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
}

describe('request', () => {
  test('returns the body', async () => {
    answering('{"id":"w"}')
    expect(await request('/api/workspace')).toEqual({ id: 'w' })
  })

  test('an empty response is not an error', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
    expect(await request('/api/chats/c', { method: 'DELETE' })).toBeUndefined()
  })

  test('passes on the server’s message and code', async () => {
    answering('{"code":"budget","detail":"This does not fit: 9 of 5 tokens."}', 422)
    await expect(request('/x')).rejects.toMatchObject({
      code: 'refused',
      serverCode: 'budget',
      message: 'This does not fit: 9 of 5 tokens.',
    })
  })

  test.each<[number, WebErrorCode]>([
    [401, 'signed-out'],
    [403, 'refused'],
    [404, 'not-found'],
    [409, 'refused'],
    [500, 'broken'],
    [507, 'broken'],
  ])('status %i is %s', async (status, code) => {
    answering('<html>', status)
    await expect(request('/x')).rejects.toMatchObject({ code, message: `The server answered ${status}.` })
  })

  test('distinguishes an answer that is not JSON from an unreachable server', async () => {
    answering('<html>')
    await expect(request('/x')).rejects.toMatchObject({ code: 'broken' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await expect(request('/x')).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('an aborted call is not reported as a server failure', async () => {
    const given = new AbortController()
    given.abort()
    vi.stubGlobal('fetch', () => Promise.reject(given.signal.reason))
    await expect(request('/x', { signal: given.signal })).rejects.toBe(given.signal.reason)
  })
})

test('every error says what to do', () => {
  const codes: readonly WebErrorCode[] = ['unreachable', 'signed-out', 'not-found', 'refused', 'broken']
  for (const code of codes) expect(adviseOn(new WebError(code, 'What happened.')).todo).toMatch(/^\S.*\.$/)
  expect(adviseOn(new Error('odd')).what).toBe('odd')
  expect(adviseOn('odd').what).toBe('odd')
})

test('a change from another tab is awaited or loaded, never overwritten', () => {
  const refused = (serverCode: string) => new WebError('refused', 'No.', { serverCode })
  expect(adviseOn(refused('answer-running')).todo).toMatch(/^Wait /)
  expect(adviseOn(refused('chat-changed')).what).toBe('This chat was continued in another tab.')
  expect(['answer-running', 'chat-changed', 'does-not-fit'].map((code) => isOutdated(refused(code)))).toEqual(
    [true, true, false],
  )
  expect(adviseOn(refused('message-invalid'))).toEqual({ what: 'No.', todo: 'Change it and try again.' })
})

test('a signed-out page says how to sign in', () => {
  const error = new WebError('signed-out', 'No.')
  expect(isSignedOut(error)).toBe(true)
  expect(isSignedOut(new WebError('unreachable', 'No.'))).toBe(false)
  expect(adviseOn(error).todo).toContain('varve open')
})

test('ignores unknown events', () => {
  expect(parseAnswerEvent('{"kind":"text","delta":"a"}')).toEqual({ kind: 'text', delta: 'a' })
  expect(parseAnswerEvent('{"kind":"reasoning","delta":"b"}')).toEqual({ kind: 'reasoning', delta: 'b' })
  for (const data of [
    '{"kind":"text"}',
    '{"kind":"reasoning","delta":7}',
    '{"kind":"done"}',
    '{"kind":"later"}',
    '7',
    'null',
  ])
    expect(parseAnswerEvent(data)).toBeUndefined()
})

test('no two messages share a key', () => {
  const made = new Set(Array.from({ length: 500 }, newId))
  expect(made.size).toBe(500)
  for (const key of made) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('unrecorded sources: offers the possible choices, and sends with the one taken', () => {
  const error = new WebError('refused', 'No.', { serverCode: 'unrecorded' })
  const chosen: string[] = []
  const { action, other } = unrecordedWays(error, ['allow', 'forget'], (choice) => chosen.push(choice))
  expect([action?.label, other?.label]).toEqual(['Allow and send', 'Forget and send'])
  action?.run()
  other?.run()
  expect(chosen).toEqual(['allow', 'forget'])
  expect(unrecordedWays(error, ['allow'], () => undefined)).not.toHaveProperty('other')
  const another = new WebError('refused', 'No.', { serverCode: 'local-only' })
  expect(unrecordedWays(another, ['allow', 'forget'], () => undefined)).toEqual({})
})

describe('the address of the page', () => {
  test.each([
    ['/', '', undefined],
    ['/w/demo/', '', 'demo'],
    ['/w/demo', '', 'demo'],
    ['/index.html', '', undefined],
    ['/varve/', '/varve', undefined],
    ['/varve/w/d%20e/', '/varve', 'd e'],
    ['/home/varve/w/demo/', '/home/varve', 'demo'],
    ['/varve/index.html', '/varve', undefined],
  ])('%s says where Varve is and which workspace is open', (path, base, workspace) => {
    expect([basePath(path), parseWorkspacePath(path)]).toEqual([base, workspace])
  })

  test('an address of the API gets the key of the page wherever it is', () => {
    vi.stubGlobal('location', { pathname: '/varve/w/demo/' })
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => (name === 'varve.page-key/varve' ? 'k' : null),
    })
    for (const path of ['/varve/api/models', '/varve/s/old/api/models'])
      expect(withPageKey(path)).toBe('/varve/s/k/api/models')
  })
})
