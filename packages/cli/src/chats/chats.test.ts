import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, runsOn, varve } from '../testing/varve.ts'

let base = ''
let workspace = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-chats-command-'))
  workspace = join(base, 'notes')
  mkdirSync(workspace)
  writeFileSync(join(base, 'chat.jsonl'), `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n`)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const LINES = [
  { conversation: { id: 'c1', title: 'Lease \u001b]0;x\u0007', tags: ['law'] } },
  {
    role: 'user',
    turn: 't1',
    at: 1_767_323_045_000,
    text: 'When does it end?',
    decisions: { chat: { settings: { project: 'harbour' } } },
  },
  {
    role: 'assistant',
    turn: 't1',
    at: 1_767_323_049_000,
    text: 'The break clause says December.',
    model: 'm',
  },
]

const run = runsOn(() => join(base, 'data'))

const bring = (...files: readonly string[]) =>
  run(
    'chats import',
    files.map((file) => join(base, file)),
    { workspace },
  )
const find = (words: readonly string[], options: object = {}) =>
  run(words.length === 0 ? 'chats ls' : 'chats search', words, { workspace, ...options })
const change = (kind: string, ...words: readonly string[]) =>
  run(`chats ${kind}`, ['c1', ...words], { workspace })

test('imports a chat, lists, finds, shows, changes and exports it', async () => {
  const first = await bring('chat.jsonl')
  expect(first).toMatchObject({ status: 0, stdout: 'chat.jsonl: "Lease \ufffd]0;x\ufffd" added, 1 turn\n' })
  expect((await bring('chat.jsonl')).stdout).toContain('known')
  expect((await find([])).stdout).toMatch(/^c1 {2}2026-01-02 {2}Lease .* {2}#law {2}in harbour\n$/)
  expect((await find([], { project: 'harbour' })).stdout).toContain('c1')
  expect(await find([], { project: 'quay' })).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'varve: There is no project "quay" in this workspace.\n',
  })
  expect((await find(['break', 'clauses'])).stdout).toContain('    answer: The break clause says December.')
  expect(await find(['walrus'])).toMatchObject({
    status: 0,
    stdout: '',
    stderr: 'varve: Nothing was found.\n',
  })
  const [found] = jsonLines(
    await find(['december'], { json: true, tag: 'law', model: 'm', from: '2026-01-01' }),
  )
  expect(found).toMatchObject({ hits: [{ chat: { id: 'c1' } }], more: false })
  expect((await change('rename', 'Flat')).stdout).toContain('Flat')
  await change('pin')
  await change('tag', 'home')
  expect((await find([])).stdout).toBe('c1  2026-01-02  Flat  pinned  #home  in harbour\n')
  await change('archive')
  expect((await find([])).stdout).toBe('')
  expect((await find([], { among: 'archived' })).stdout).toContain('archived')
  const shown = await run('chats show', ['c1'], { workspace })
  expect(shown.stdout).toBe('# Flat\n\n> When does it end?\n\nThe break clause says December.\n\n— m\n')
  await change('trash')
  expect((await find(['flat'], { among: 'trashed' })).stdout).toContain('in the trash')
  await change('restore')
  const output = join(base, 'out.html')
  const options = { workspace, form: 'html', output } as const
  expect(await run('chats export', ['c1'], options)).toMatchObject({
    status: 0,
    stdout: '',
  })
  expect(readFileSync(output, 'utf8')).toContain('<title>Flat</title>')
  expect(await run('chats export', ['c1'], options)).toMatchObject({ status: 1 })
  expect(existsSync(join(workspace, 'Varve/chats'))).toBe(true)
})

test('shows side notes to an agent at the step where they were sent', async () => {
  const question = { callId: 'q', tool: 'askUser', arguments: '{}', status: 'done', summary: '' }
  const steps = [
    { text: 'I ask.', calls: [{ ...question, question: { text: 'Which flat?' }, reply: 'Mine' }] },
    { text: '', calls: [], said: [{ text: 'Be brief.', isRead: false }] },
  ]
  const [head, asked, answer] = LINES
  const lines = [head, asked, { ...answer, text: 'I ask.\n\nIn December.', extra: { steps } }]
  writeFileSync(join(base, 'chat.jsonl'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  await bring('chat.jsonl')
  const { stdout } = await run('chats show', ['c1'], { workspace })
  expect(stdout).toContain(
    '\n\nI ask.\n\n> Asked: Which flat?\n>\n> You: Mine\n\n> You, meanwhile (not read): Be brief.\n\nIn December.\n',
  )
})

test('finds a project by file name or title', async () => {
  await bring('chat.jsonl')
  const projects = join(workspace, 'Varve/projects')
  mkdirSync(projects, { recursive: true })
  const text = (name: string) => `---\nname: ${name}\ndescription: All of it.\n---\nBe brief.\n`
  writeFileSync(join(projects, 'harbour.project.md'), text('The Old Harbour'))
  writeFileSync(join(projects, 'quay.project.md'), text('Quay'))
  for (const project of ['harbour', 'the old harbour'])
    expect((await find([], { project })).stdout).toContain('c1')
  expect(await find([], { project: 'Quay' })).toMatchObject({ status: 0, stdout: '' })
  writeFileSync(join(projects, 'pier.project.md'), text('Quay'))
  expect(await find([], { project: 'Quay' })).toMatchObject({ status: 2, stdout: '' })
})

test('fails with a reason for a file that holds no chat', async () => {
  writeFileSync(join(base, 'diary.md'), 'Dear diary')
  expect(await bring('diary.md')).toMatchObject({ status: 1, stdout: 'diary.md: no chat. It is no chat.\n' })
  expect(await bring('none.json')).toMatchObject({ status: 2, stdout: '' })
  await bring('chat.jsonl')
  expect(await run('chats show', ['nobody'], { workspace })).toMatchObject({
    status: 1,
  })
  expect(await find([], { workspace: join(base, 'elsewhere') })).toMatchObject({ status: 1 })
})

test('every command has help and rejects invalid arguments', async () => {
  const names = [
    'ls',
    'search',
    'show',
    'rename',
    'pin',
    'archive',
    'tag',
    'trash',
    'restore',
    'export',
    'import',
  ]
  const { stdout } = await varve(['chats', '--help'])
  for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  expect((await varve(['chats', 'export', 'x', '--form', 'exe'])).status).toBe(2)
  expect((await varve(['chats', 'search', '--help'])).stdout).toContain('--until')
})

test('accepts a unique beginning of a chat id', async () => {
  const lines = readFileSync(join(base, 'chat.jsonl'), 'utf8')
  for (const id of ['01JABC-1', '01JABC-2']) {
    writeFileSync(
      join(base, `${id}.jsonl`),
      lines.replaceAll('"c1"', `"${id}"`).replaceAll('"t1"', `"t-${id}"`),
    )
    await bring(`${id}.jsonl`)
  }
  const show = (id: string) => run('chats show', [id], { workspace, json: true })
  const found = (await find([])).stdout.match(/^01JABC-\S+/gm) ?? []
  expect(found).toHaveLength(2)
  expect(await show('01JA')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('2 chats begin with'),
  })
  expect((await show('01JABC-1')).status).toBe(0)
  await run('chats trash', ['01JABC-2'], { workspace })
  await run('chats erase', ['01JABC-2'], { workspace })
  await run('chats archive', ['01JABC-1'], { workspace })
  expect((await show('01JA')).stdout).toContain('"01JABC-1"')
  expect((await show('01J')).stderr).toContain('There is no such chat')
})
