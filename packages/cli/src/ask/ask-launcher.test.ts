import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openForAsking } from '@varve/app'
import { type AskHome, askHome } from '../testing/ask-home.ts'
import { VARVE } from '../testing/varve.ts'

const CLOUD = 'anthropic/claude-sonnet-4-5'

let home: AskHome

beforeAll(async () => {
  home = await askHome(['slow', 'slow'])
})

afterAll(() => home.remove())

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  readonly said: { stdout: string; stderr: string }
  /** Its exit code, once it has ended. */
  readonly ended: Promise<unknown>
}

/** Runs the whole command in a separate process, while the simulator answers in this one. */
function start(...args: readonly string[]): Started {
  const options = { cwd: home.notes, env: { ...process.env, ...home.env } }
  const child = spawn(process.execPath, [VARVE, 'ask', '--workspace', '.', ...args], options)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as unknown) }
}

const openHere = () =>
  openForAsking({
    database: `${home.env.VARVE_HOME}/varve.db`,
    dataFolder: home.env.VARVE_HOME ?? '',
    demo: { vault: `${home.base}/vault`, name: 'Demo' },
    clock: { now: Date.now },
    newId: () => 'new',
    report: () => undefined,
    cwd: home.notes,
  })

const kept = async ({ said }: Started) => {
  const opened = await openHere()
  const chatId = /New chat: (\S+)/.exec(said.stderr)?.[1] ?? ''
  const { turns } = await opened.app.openChat({ workspaceId: opened.workspace.id, chatId })
  await opened.app.close()
  return turns[0]?.answer
}

test('reads the message from a pipe', async () => {
  const run = start('--attach', 'plan.md')
  run.child.stdin.end('When is the launch?\n')
  expect(await run.ended).toBe(0)
  expect(run.said.stdout).toContain('12 December at the lighthouse.[^1]')
})

test('Ctrl-C stops the answer and keeps what has arrived', async () => {
  const run = start('Tell me.', '--model', CLOUD)
  await once(run.child.stdout, 'data')
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)
  expect(run.said.stderr).toContain('Stopped. The part that arrived is in chat')
  expect(await kept(run)).toMatchObject({ status: 'stopped', text: run.said.stdout.replace(/\n$/, '') })
})

test('ends quietly when the reader of its output is gone', async () => {
  const run = start('Tell me.', '--model', CLOUD)
  await once(run.child.stdout, 'data')
  run.child.stdout.destroy()
  expect(await run.ended).toBe(0)
  expect(run.said.stderr).toMatch(/^varve: New chat: \S+\n$/)
  expect(await kept(run)).toMatchObject({ status: 'stopped' })
})

test('is refused while another Varve holds the data', async () => {
  const first = start('-')
  // It has opened nothing before it has read its message.
  const running = await openHere()
  first.child.stdin.end('When?')
  expect(await first.ended).toBe(1)
  expect(first.said.stderr).toContain('Another Varve is using this data folder')
  await running.app.close()
})
