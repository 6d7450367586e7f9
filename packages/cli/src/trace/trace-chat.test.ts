import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPaths, masterKeyPlace } from '../paths.ts'
import { openAppIn } from '../testing/open-app-in.ts'
import { jsonLines, runsOn } from '../testing/varve.ts'

let base = ''
let chatId = ''

/** Two turns with a note, by the built-in model. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-trace-chat-'))
  mkdirSync(join(base, 'vault'))
  writeFileSync(join(base, 'vault', 'plan.md'), '# Plan\n\nThe launch is on 12 December.\n')
  const { app, workspaceId } = await openAppIn(base, {
    masterKey: masterKeyPlace(surroundings(), findPaths(surroundings())),
  })
  chatId = (await app.createChat({ workspaceId })).id
  for (const text of ['When?', 'Where?']) {
    const { answerId } = await app.sendMessage({ workspaceId, chatId, text, attach: ['plan.md'] })
    const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
    for await (const { event } of events ?? []) if (event.kind === 'done') break
  }
  await app.close()
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

function surroundings() {
  return { env: { VARVE_HOME: base }, home: base, platform: 'linux' } as const
}

const run = runsOn(() => base)

const OF = { workspace: 'demo' }

describe('varve trace of a chat', () => {
  test('export: one line per turn, which varve replay reads', async () => {
    const done = await run('trace export', [chatId], OF)
    expect(done.status).toBe(0)
    const lines = jsonLines(done)
    expect(lines.map(({ turn, user }) => [turn, user])).toEqual([
      [1, 'When?'],
      [2, 'Where?'],
    ])
    const replayed = await run('replay', ['-'], { provider: 'anthropic', json: true }, { input: done.stdout })
    expect(replayed.status).toBe(0)
    expect(jsonLines(replayed)).toHaveLength(2)
    expect(replayed.stdout).toContain('12 December')
    expect(lines).toMatchObject(
      Array.from({ length: 2 }, () => ({
        answers: [{ calls: [{ request: { body: expect.any(String) } }] }],
      })),
    )
  })

  test('show: prints the body of a call, given the key that seals it', async () => {
    const shown = await run('trace show', [chatId], { ...OF, turn: 2 })
    expect(shown.status).toBe(0)
    for (const words of ['12 December', 'Where?']) expect(shown.stdout).toContain(words)
    const [whole] = jsonLines(await run('trace show', [chatId], { ...OF, turn: 1, json: true }))
    expect(whole).toMatchObject({ turnNumber: 1, call: 1, calls: 1 })
    const key = findPaths(surroundings()).masterKey
    renameSync(key, `${key}.away`)
    const lost = await run('trace show', [chatId], { ...OF, turn: 2 })
    const isMade = existsSync(key)
    renameSync(`${key}.away`, key)
    expect(isMade).toBe(false)
    expect(lost).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('is sealed') })
  })

  test('export --output, or --out: writes a new file for its owner only and never overwrites one', async () => {
    const out = join(base, 'chat.trace.jsonl')
    const done = await run('trace export', [chatId], { ...OF, out, json: true })
    expect(jsonLines(done)).toEqual([{ file: out, turns: 2 }])
    expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(3)
    expect(statSync(out).mode & 0o077).toBe(0)
    const again = await run('trace export', [chatId], { ...OF, output: out })
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('there is a file already')])
  })

  test('says what does not exist', async () => {
    const wrong = await run('trace export', ['nonsense'], OF)
    expect([wrong.status, wrong.stdout]).toEqual([1, ''])
    const nowhere = await run('trace delete', [chatId], { workspace: 'nowhere' })
    expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringContaining('nowhere')])
  })

  test('delete: removes the requests and keeps the chat', async () => {
    const done = await run('trace delete', [chatId], OF)
    expect([done.status, done.stdout]).toEqual([0, '2 requests deleted. The chat is kept.\n'])
    const lines = jsonLines(await run('trace export', [chatId], OF))
    expect(lines).toMatchObject([
      { user: 'When?', answers: [{ status: 'complete', calls: [{ deleted: expect.any(String) }] }] },
      { user: 'Where?', assistant: expect.any(String) },
    ])
  })
})
