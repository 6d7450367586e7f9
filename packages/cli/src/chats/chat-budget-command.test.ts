import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, runsOn } from '../testing/varve.ts'

let base = ''
let workspace = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-chat-budget-'))
  workspace = join(base, 'notes')
  mkdirSync(workspace)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = runsOn(() => join(base, 'data'))

const compact = (options: { undo?: boolean; json?: boolean } = {}) =>
  run('chats compact', ['c1'], { workspace, ...options })

async function bring(turns: number): Promise<void> {
  const said = (turn: number) => [
    { role: 'user', turn: `t${turn}`, at: turn, text: `Question ${turn}? ${'word '.repeat(400)}` },
    { role: 'assistant', turn: `t${turn}`, at: turn, text: `Answer ${turn}.`, model: 'm' },
  ]
  const all = [
    { conversation: { id: 'c1', title: 'Long' } },
    ...Array.from({ length: turns }, (_, index) => said(index + 1)).flat(),
  ]
  const file = join(base, 'chat.jsonl')
  writeFileSync(file, `${all.map((line) => JSON.stringify(line)).join('\n')}\n`)
  expect(await run('chats import', [file], { workspace })).toMatchObject({
    status: 0,
  })
}

test('a long chat says what compaction would save, and can undo it', async () => {
  await bring(6)
  const { stdout, status } = await compact()
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /^The next message begins from [\d,]+ tokens instead of [\d,]+\.\nIn short: 4 turns, 0 kept/,
  )
  expect(jsonLines(await compact({ json: true }))[0]).toMatchObject({ pending: true, summarizedTurns: 4 })
  expect((await compact({ undo: true })).stdout).toBe('Undone: the next message is not summarized.\n')
})

test('a short chat says that nothing can be saved; only kept items can be marked', async () => {
  await bring(1)
  expect((await compact()).stdout).toMatch(
    /^Nothing to save: the next message has [\d,]+ tokens either way\.\n$/,
  )
  const refused = await run('chats mark', ['c1', 'note.md', 'essential'], { workspace })
  expect(refused.status).not.toBe(0)
  expect(refused.stderr).toContain('"note.md" is not kept in this chat.')
})
