import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactChatCommand, markChatCommand } from './chat-budget-command.ts'
import { importChatsCommand } from './chats-command.ts'
import type { ChatsContext } from './with-chats.ts'
import { findPaths } from '../paths.ts'
import { jsonLines, type Run, runCommand } from '../testing/run-varve.ts'

let base = ''
let workspace = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-chat-budget-'))
  workspace = join(base, 'notes')
  mkdirSync(workspace)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

function run(command: (context: ChatsContext) => Promise<void>): Promise<Run> {
  const surroundings = { env: { VARVE_HOME: join(base, 'data') }, home: base, platform: 'linux' } as const
  const paths = findPaths(surroundings)
  mkdirSync(paths.data, { recursive: true })
  return runCommand((context) =>
    command({ ...context, paths, surroundings, isTTY: false, write: () => undefined }),
  )
}

const compact = (options: { undo?: boolean; json?: boolean } = {}) =>
  run((context) => compactChatCommand('c1', { workspace, ...options }, context))

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
  expect(await run((context) => importChatsCommand([file], { workspace }, context))).toMatchObject({
    status: 0,
  })
}

test('a long chat says what it would save, and can take that back', async () => {
  await bring(6)
  const { stdout, status } = await compact()
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /^The next message begins from [\d,]+ tokens instead of [\d,]+\.\nIn short: 4 turns, 0 kept/,
  )
  expect(jsonLines(await compact({ json: true }))[0]).toMatchObject({ pending: true, summarizedTurns: 4 })
  expect((await compact({ undo: true })).stdout).toBe('The next message is sent as it would have been.\n')
})

test('a short one says that there is nothing to save; only what is kept can be marked', async () => {
  await bring(1)
  expect((await compact()).stdout).toMatch(
    /^Nothing to save: the next message has [\d,]+ tokens either way\.\n$/,
  )
  const mark = { key: 'note.md', priority: 'essential' } as const
  const refused = await run((context) => markChatCommand('c1', mark, { workspace }, context))
  expect(refused.status).not.toBe(0)
  expect(refused.stderr).toContain('"note.md" is not kept in this chat.')
})
