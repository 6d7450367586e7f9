import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { varve } from './testing/varve.ts'

let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-completion-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

async function script(shell: string): Promise<string> {
  const { stdout, status } = await varve(['completion', shell])
  expect(status).toBe(0)
  return stdout
}

describe.skipIf(!has('bash'))('in bash', () => {
  test.each([
    ['varve cha', ['chat', 'chats', 'chat-file']],
    ['varve chats exp', ['export']],
    ['varve chats export --form j', ['json', 'jsonl']],
    ['varve scan --fail-on h', ['high']],
    ['varve completion f', ['fish']],
    ['varve ask --red', ['--redact']],
    ['varve --serv', ['--server']],
  ])('%s', async (line, wanted) => {
    const words = line.split(' ')
    const file = join(base, 'varve.bash')
    const list = words.map((word) => `'${word}'`).join(' ')
    const asking = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _varve; printf '%s\\n' "\${COMPREPLY[@]}"`
    writeFileSync(file, `${await script('bash')}\n${asking}\n`)
    const { stdout, stderr } = spawnSync('bash', [file], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n').toSorted()).toEqual(wanted.toSorted())
  })
})

test.each([
  ['zsh', "'/chats/export --form')"],
  ['fish', `__varve_at "/chats/export"' -l form -x -a 'markdown`],
  ['powershell', "'/chats/export --form' = @('markdown'"],
])('for %s every command offers its options and their choices', async (shell, line) => {
  expect(await script(shell)).toContain(line)
})

test.each(['zsh', 'fish'])('%s accepts its script', async (shell) => {
  // Said rather than passed over: a machine without this shell has not tried it.
  if (!has(shell)) return console.warn(`${shell} is not installed here, so its script was not run.`)
  const file = join(base, `varve.${shell}`)
  writeFileSync(file, await script(shell))
  expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('refuses an unknown shell and lists the known ones', async () => {
  expect(await varve(['completion', 'tcsh'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('bash, zsh, fish, powershell'),
  })
})
