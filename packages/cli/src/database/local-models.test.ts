import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRandomModel } from '@varve/local/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runsOn } from '../testing/varve.ts'
import { progressOf } from './local-models.ts'

let base = ''
let home = ''
let stick = ''
const run = runsOn(() => home)

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-own-models-'))
  stick = join(base, 'stick')
  mkdirSync(stick)
  writeRandomModel(join(stick, 'Qwen3-4B-Q4_K_M.gguf'))
})

beforeEach(() => {
  home = mkdtempSync(join(base, 'home-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

test('a model is offered, downloaded from a folder, asked by name, and removed', async () => {
  expect((await run('models ls')).stdout).toMatch(/^qwen3-4b +2\.5 GB +about 4\.1 GB/m)
  const got = await run('models get', ['qwen3-4b'], { from: stick })
  expect(got).toMatchObject({ status: 0, stderr: '' })
  expect(got.stdout).toContain(
    'is on this computer, as local/qwen3-4b.\nAsk it: varve ask --model local/qwen3-4b',
  )
  expect((await run('models ls')).stdout).toMatch(/^local\/qwen3-4b +Qwen3 4B +0\.4 MB/m)
  expect((await run('models')).stdout).toMatch(/^local\/qwen3-4b +Qwen3 4B +local +4,096 +free/m)
  expect((await run('models rm', ['local/qwen3-4b'])).stdout).toBe('qwen3-4b is removed.\n')
  expect(existsSync(join(home, 'models', 'qwen3-4b.gguf'))).toBe(false)
})

test('opens a file in place; --json prints everything', async () => {
  const file = 'Qwen3-4B-Q4_K_M.gguf'
  const { stdout } = await run('models open', [file], { json: true }, { cwd: stick })
  expect(JSON.parse(stdout)).toMatchObject({ modelId: 'local/qwen3-4b-q4_k_m', path: join(stick, file) })
  await run('models rm', ['qwen3-4b-q4_k_m'])
  expect(existsSync(join(stick, file))).toBe(true)
})

test('errors say what to do; a failed download is listed, and can be resumed or dropped', async () => {
  const empty = join(base, 'empty')
  mkdirSync(empty, { recursive: true })
  const failed = await run('models get', ['qwen3-8b'], { from: empty })
  expect(failed).toMatchObject({ status: 1, stdout: '' })
  expect(failed.stderr).toMatch(
    /^varve: Qwen3 8B: There is no file .*Resume with: varve models get qwen3-8b\n$/,
  )
  expect((await run('models ls')).stdout).toContain('paused: Qwen3 8B: 0.0 MB')
  expect((await run('models rm', ['qwen3-8b'])).status).toBe(0)
  expect((await run('models ls')).stdout).not.toContain('paused')
  expect(await run('models get', ['none'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('It offers qwen3-1.7b, qwen3-4b, qwen3-8b'),
  })
  writeFileSync(join(empty, 'page.gguf'), '<html>')
  const opened = await run('models open', [join(empty, 'page.gguf')])
  expect(opened).toMatchObject({ status: 1, stderr: expect.stringContaining('at byte 0') })
})

test('settings are validated, stored and reset', async () => {
  expect((await run('models set', ['threads', '2'])).stdout).toBe('threads: 2\n')
  expect((await run('models set', ['threads', 'many'])).stderr).toContain('a whole number from 1 to 256')
  const list = JSON.parse(readFileSync(join(home, 'models', 'models.json'), 'utf8')) as unknown
  expect(list).toEqual({ models: [], settings: { threads: 2 } })
  expect((await run('models set', ['threads'])).stdout).toBe(
    'threads: one fewer than the cores (the default)\n',
  )
})

test('progress shows size, speed and time left', () => {
  const download = { id: 'x', name: 'X', from: 'y', state: 'running', received: 1.2e9 } as const
  expect(progressOf(download)).toBe('X: 1.2 GB')
  expect(progressOf({ ...download, size: 2.5e9, bytesPerSecond: 1e7 })).toBe(
    'X: 1.2 GB of 2.5 GB, 48 %, 10.0 MB/s, about 2 min left',
  )
  expect(progressOf({ ...download, state: 'checking' })).toBe('X: checking what came')
})
