import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_TRACE } from './testing/sample-trace.ts'
import { fillNewFile, writeNewFile } from './write-new-file.ts'
import { runsOn } from './testing/varve.ts'

let base = ''
const at = (name: string): string => join(base, name)

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-new-file-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('a new file', () => {
  test('is created if missing, readable only by its owner on request', async () => {
    await writeNewFile(at('private'), 'a', { access: 'private' })
    expect(readFileSync(at('private'), 'utf8')).toBe('a')
    if (process.platform !== 'win32') expect(statSync(at('private')).mode & 0o777).toBe(0o600)
  })

  test('never overwrites an existing file, nor through a dangling link', async () => {
    symlinkSync(at('nowhere'), at('link'))
    writeFileSync(at('there'), 'mine')
    for (const name of ['there', 'link'])
      await expect(writeNewFile(at(name), 'new')).rejects.toMatchObject({
        code: 'output-unwritable',
        message: `Cannot write ${at(name)}: there is a file already.`,
      })
    await expect(writeNewFile(base, 'new')).rejects.toThrow('it is a folder.')
    await expect(writeNewFile(at('none/x'), 'new')).rejects.toThrow('there is no such folder.')
    expect(readFileSync(at('there'), 'utf8')).toBe('mine')
    expect(existsSync(at('nowhere'))).toBe(false)
  })

  test('removes a partly written file', async () => {
    const filled = fillNewFile(at('half'), async (handle) => {
      await handle.writeFile('half')
      throw new Error('The rest does not come.')
    })
    await expect(filled).rejects.toThrow('The rest does not come.')
    expect(existsSync(at('half'))).toBe(false)
  })
})

const run = runsOn(() => base)

describe('no option overwrites a file', () => {
  test('redact --map: neither the text nor an earlier map', async () => {
    const letter = at('letter.txt')
    writeFileSync(letter, 'Mail jane@acme.io.')
    const redact = (map: string) => run('redact', [], { file: letter, map })
    expect(await redact(letter)).toEqual({
      status: 1,
      stdout: '',
      stderr: `varve: Cannot write ${letter}: there is a file already.\n`,
    })
    expect(readFileSync(letter, 'utf8')).toBe('Mail jane@acme.io.')
    const map = at('m.json')
    writeFileSync(map, '{"<<EMAIL_1>>":"joe@acme.io"}', { mode: 0o644 })
    expect(await redact(map)).toMatchObject({ status: 1, stdout: '' })
    expect(readFileSync(map, 'utf8')).toContain('joe@acme.io')
  })

  test('cost --html and trace convert --output', async () => {
    const trace = at('tr.jsonl')
    writeFileSync(trace, SAMPLE_TRACE)
    const cost = await run('cost', [trace], { runner: 'agent', provider: ['ollama'], html: trace })
    expect(cost).toMatchObject({ status: 1, stdout: '' })
    expect(readFileSync(trace, 'utf8')).toBe(SAMPLE_TRACE)
    const session = at('session.jsonl')
    const lines = [
      { type: 'session', id: 's', timestamp: '2026-01-05T09:00:00Z' },
      { type: 'message', id: 'a', message: { role: 'user', content: 'Hello' } },
    ]
    writeFileSync(session, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(at('keep.txt'), 'mine')
    const converted = await run('trace convert', [session], { from: 'pi', output: at('keep.txt') })
    expect(converted.stderr).toContain('keep.txt: there is a file already.')
    expect(readFileSync(at('keep.txt'), 'utf8')).toBe('mine')
  })
})
