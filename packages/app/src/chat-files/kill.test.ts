import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'

const child = new URL('../testing/write-chats-until-killed.ts', import.meta.url).pathname
const ROUNDS = process.env['VARVE_TEST_SHARE'] === 'full' ? 40 : 2
let base = ''
let vault = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-chat-kill-'))
  vault = join(base, 'vault')
  mkdirSync(vault)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Lets the child write some files, and kills it at another moment of a write each time. */
async function writeAndKill(round: number): Promise<void> {
  const writing = spawn(process.execPath, [child, join(base, 'varve.db'), vault], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = 0
  writing.stdout.setEncoding('utf8')
  writing.stdout.on('data', (text: string) => {
    written += text.split('\n').length - 1
    if (written >= 3) setTimeout(() => writing.kill('SIGKILL'), (round * 7) % 40)
  })
  await once(writing, 'close')
}

test(`killed in mid-write ${ROUNDS} times: the file is whole each time, there is one, and it is ours again`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await writeAndKill(round)
    const names = readdirSync(join(vault, 'Varve/chats')).filter((name) => name.endsWith('.md'))
    expect(names).toHaveLength(1)
    const text = readFileSync(join(vault, 'Varve/chats', names[0] ?? ''), 'utf8')
    const { form, problems, document } = parseChatFile(text)
    expect({ form, problems }).toEqual({ form: 'varve', problems: [] })
    expect(document.turns.length).toBeGreaterThan(round)
  }
}, 120_000)
