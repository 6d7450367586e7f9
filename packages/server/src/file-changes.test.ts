import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  FileDiffView,
  FileVersionView,
  FileView,
  TrashedFileView,
  WorkspaceSummaryView,
  WrittenFileView,
} from '@varve/contract'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer
let base: string

beforeAll(async () => {
  it = await testServer()
  const made = await it.call('POST', '/api/workspaces', { body: { kind: 'database', name: 'Inside' } })
  expect(made.status).toBe(201)
  const workspace = (await made.json()) as WorkspaceSummaryView
  expect(workspace).toMatchObject({ name: 'Inside', kind: 'database' })
  base = `/api/workspaces/${workspace.id}/files`
})

afterAll(() => it.close())

const put = (path: string, text: string, expected: string, at = base): Promise<Response> =>
  it.call('PUT', `${at}/content?path=${path}&expect=${expected}`, {
    body: text,
    headers: { 'content-type': 'application/octet-stream' },
  })

async function get<T>(address: string): Promise<T> {
  const response = await it.call('GET', `${base}${address}`)
  expect([address, response.status]).toEqual([address, 200])
  return (await response.json()) as T
}

test('a file is written, read, compared, moved, deleted and restored', async () => {
  const written = (await (await put('notes/a.md', 'one\n', 'absent')).json()) as WrittenFileView
  expect((await put('notes/a.md', 'two\n', written.contentHash)).status).toBe(200)
  expect(await get<readonly FileView[]>('')).toMatchObject([{ path: 'notes/a.md' }])
  expect(await get('/content?path=notes/a.md')).toMatchObject({ content: 'two\n' })
  const [version] = await get<readonly FileVersionView[]>('/versions?path=notes/a.md')
  const diff = await get<FileDiffView>('/diff?path=notes/a.md')
  expect(diff.text).toContain('-one\n+two\n')
  await it.call('POST', `${base}/restore`, { body: { id: version?.id } })
  expect(await get('/content?path=notes/a.md')).toMatchObject({ content: 'one\n' })
  await it.call('POST', `${base}/move`, { body: { path: 'notes/a.md', to: 'b.md' } })
  expect((await it.call('DELETE', `${base}/content?path=b.md`)).status).toBe(200)
  const [trashed] = await get<readonly TrashedFileView[]>('/trash')
  expect(trashed).toMatchObject({ path: 'b.md' })
  // Neither the trash nor a version is known in another workspace.
  const foreign = '/api/workspaces/first/files'
  for (const id of [trashed?.id, version?.id])
    expect((await it.call('POST', `${foreign}/restore`, { body: { id } })).status).toBe(404)
  expect(await (await it.call('GET', `${foreign}/trash`)).json()).toEqual([])
  await it.call('POST', `${base}/restore`, { body: { id: trashed?.id } })
  expect(await get('/content?path=b.md')).toMatchObject({ content: 'one\n' })
})

test('a changed file is not overwritten, and a write must name the version it expects', async () => {
  await put('c.md', 'one', 'absent')
  for (const expected of ['absent', '0'.repeat(64)])
    expect((await put('c.md', 'two', expected)).status).toBe(409)
  for (const expected of ['', 'any', 'x']) expect((await put('c.md', 'two', expected)).status).toBe(400)
  const bare = { body: 'x', headers: { 'content-type': 'application/octet-stream' } }
  expect((await it.call('PUT', `${base}/content?path=c.md`, bare)).status).toBe(400)
  expect((await it.call('PUT', `${base}/content?path=c.md&expect=absent`, { body: {} })).status).toBe(400)
  expect(await get('/content?path=c.md')).toMatchObject({ content: 'one' })
})

test('a file may be as large as a chat upload', async () => {
  const written = await put('large.pdf', 'x'.repeat(5_000_000), 'absent')
  expect(written.status).toBe(200)
  expect(await get<readonly FileView[]>('')).toContainEqual(
    expect.objectContaining({ path: 'large.pdf', bytes: 5_000_000 }),
  )
  expect((await put('larger.pdf', 'x'.repeat(64 * 1024 * 1024 + 1), 'absent')).status).toBe(413)
})

test('a path outside is refused in both kinds of workspace', async () => {
  for (const at of [base, '/api/workspaces/first/files'])
    for (const path of ['..%2Fa.md', '%2Fetc%2Fa.md', '.git%2Fa.md', 'a%00.md'])
      expect([path, (await put(path, 'x', 'absent', at)).status]).toEqual([path, 422])
})

test('a workspace needs a name that is not taken', async () => {
  const make = async (body: unknown): Promise<number> =>
    (await it.call('POST', '/api/workspaces', { body })).status
  expect(await make({ kind: 'database', name: ' ' })).toBe(422)
  expect(await make({ kind: 'database' })).toBe(400)
  expect(await make({ kind: 'database', name: 'x', root: '/' })).toBe(400)
  expect(await make({ kind: 'database', name: 'Inside' })).toBe(422)
})
