import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, runsOn } from '../testing/varve.ts'

const TEXT = 'Mail jane@acme.io, card 4111 1111 1111 1111.'
let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-guard-commands-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const run = runsOn(() => base)

describe('varve scan', () => {
  test('prints type, place and a masked value, never the value', async () => {
    const { status, stdout } = await run('scan', [TEXT])
    expect(status).toBe(0)
    expect(stdout).toBe('1:6  moderate  EMAIL  97 %  j…@…io\n1:25  critical  CREDIT_CARD  99 %  •••• 1111\n')
  })

  test('prints line and column of each finding, also of several on one line', async () => {
    const text = '\n\nMail a@acme.io and b@acme.io.\n\nOr c@acme.io\n'
    const { stdout } = await run('scan', [text])
    expect(stdout.match(/^\d+:\d+/gm)).toEqual(['3:6', '3:20', '5:4'])
  })

  test('--fail-on exits with 3 from that severity on, after printing everything', async () => {
    const statusOf = async (
      text: string,
      options: { readonly failOn?: string; readonly json?: boolean; readonly jsonl?: boolean },
    ): Promise<readonly unknown[]> => {
      const words = options.jsonl ? [] : [text]
      const input = JSON.stringify({ id: 1, text })
      const done = await run('scan', words, options, { input })
      expect(done.stdout).toContain('EMAIL')
      return [done.status, done.stderr]
    }
    expect(await statusOf(TEXT, { failOn: 'high' })).toEqual([
      3,
      'varve: 1 of the findings is high or higher.\n',
    ])
    expect(await statusOf(TEXT, { failOn: 'low', json: true })).toEqual([
      3,
      'varve: 2 of the findings are low or higher.\n',
    ])
    expect(await statusOf(TEXT, { failOn: 'critical', jsonl: true })).toEqual([
      3,
      'varve: 1 of the findings is critical.\n',
    ])
    expect(await statusOf('Mail jane@acme.io', { failOn: 'critical' })).toEqual([0, ''])
    expect(await statusOf(TEXT, {})).toEqual([0, ''])
  })

  test('refuses file names, since only the name would be scanned', async () => {
    const letter = join(base, 'letter.txt')
    writeFileSync(letter, TEXT)
    const scan = (...words: readonly string[]) => run('scan', words)
    const message = `varve: "${letter}" is a file. Give it with --file ${letter}, one at a time.\n`
    expect(await scan(letter)).toMatchObject({ status: 2, stdout: '', stderr: message })
    expect(await scan(letter, letter)).toMatchObject({ status: 2, stderr: message })
    expect(await scan('see', letter, 'of jane@acme.io')).toMatchObject({ status: 0 })
    expect(await scan(`${letter}.none`)).toMatchObject({ status: 0 })
    expect(await scan(`Long. ${'letter '.repeat(1000)}`)).toMatchObject({ status: 0 })
  })

  test('- is standard input, with --jsonl too', async () => {
    const scanned = await run('scan', ['-'], {}, { input: TEXT })
    expect([scanned.status, scanned.stdout]).toEqual([0, expect.stringContaining('CREDIT_CARD')])
    const redacted = await run('redact', ['-'], {}, { input: `${TEXT}\n` })
    expect(redacted.stdout).toBe('Mail <<EMAIL_1>>, card <<CREDIT_CARD_1>>.\n')
    const line = await run('scan', ['-'], { jsonl: true }, { input: '{"id":1,"text":"x"}' })
    expect(jsonLines(line)).toEqual([{ id: 1, findings: [] }])
  })

  test('an empty text is an error, not an all-clear', async () => {
    for (const command of ['scan', 'redact']) {
      const done = await run(command, [''])
      expect([done.status, done.stdout, done.stderr]).toEqual([2, '', expect.stringContaining('is empty')])
    }
  })

  test('reads standard input; no findings is not an error', async () => {
    const done = await run('scan', [], {}, { input: 'A plain line.\n' })
    expect([done.status, done.stdout]).toEqual([0, ''])
    expect(done.stderr).toContain('No scanner finds everything')
  })

  test('--jsonl keeps the order, counts in UTF-16 units; an invalid line gets its error and the rest continues', async () => {
    const lines = [
      '{"id":"a","text":"😀 jane@acme.io"}',
      'no',
      '{"id":2}',
      '{"id":3,"text":"x","jurisdictions":"US"}',
      '{"id":4,"text":"x"}',
    ]
    const done = await run('scan', [], { jsonl: true }, { input: lines.join('\n') })
    expect(jsonLines(done)).toEqual([
      { id: 'a', findings: [{ type: 'EMAIL', start: 3, end: 15, severity: 'moderate', confidence: 0.97 }] },
      { id: null, error: expect.any(String) },
      { id: 2, error: '"text" must be a text.' },
      { id: 3, error: '"jurisdictions" must be a list of codes.' },
      { id: 4, findings: [] },
    ])
    expect(done.status).toBe(1)
  })

  test('--jurisdiction and --sensitivity decide what counts', async () => {
    const found = async (options: object): Promise<readonly unknown[]> => {
      const done = await run('scan', ['130 692 544'], { ...options, json: true })
      const findings = jsonLines(done)[0]?.['findings'] ?? []
      return (findings as readonly { readonly type: string }[]).map(({ type }) => type)
    }
    expect(await found({ sensitivity: 'relaxed' })).toEqual([])
    expect(await found({ sensitivity: 'relaxed', jurisdiction: ['US,CA'] })).toEqual(['CA_SIN'])
    for (const code of ['nowhere', 'ZZ']) {
      const refused = await run('scan', ['x'], { jurisdiction: [code] })
      expect([refused.status, refused.stderr]).toEqual([
        2,
        expect.stringContaining(`"${code}" is no jurisdiction`),
      ])
    }
    const loose = await run('scan', ['CA'], { jurisdiction: ['US'] })
    expect([loose.status, loose.stderr]).toEqual([2, expect.stringContaining('such as US,CA')])
  })
})

describe('varve redact and restore', () => {
  test('a text round-trips', async () => {
    const file = join(base, 'text.txt')
    const map = join(base, 'map.json')
    writeFileSync(file, TEXT)
    const redacted = await run('redact', [], { file, map })
    expect(redacted.stdout).toBe('Mail <<EMAIL_1>>, card <<CREDIT_CARD_1>>.')
    expect(JSON.parse(readFileSync(map, 'utf8'))).toEqual({
      '<<EMAIL_1>>': 'jane@acme.io',
      '<<CREDIT_CARD_1>>': '4111 1111 1111 1111',
    })
    expect(statSync(map).mode & 0o077).toBe(0)
    const restored = await run('restore', [], { map }, { input: redacted.stdout })
    expect([restored.status, restored.stdout]).toEqual([0, TEXT])
  })

  test('--jsonl: restore is the inverse of redact', async () => {
    const lines = [
      { id: 1, text: TEXT },
      { id: 2, text: '<<EMAIL_1>> and a@b.co' },
      { id: 3, text: '' },
    ]
    const input = lines.map((line) => JSON.stringify(line)).join('\n')
    const redacted = await run('redact', [], { jsonl: true }, { input })
    expect(jsonLines(redacted)[0]).toEqual({
      id: 1,
      text: 'Mail <<EMAIL_1>>, card <<CREDIT_CARD_1>>.',
      map: { '<<EMAIL_1>>': 'jane@acme.io', '<<CREDIT_CARD_1>>': '4111 1111 1111 1111' },
    })
    const restored = await run('restore', [], { jsonl: true }, { input: redacted.stdout })
    expect(jsonLines(restored)).toEqual(lines)
    const bad = await run('restore', [], { jsonl: true }, { input: '{"id":1,"text":"x"}' })
    expect([bad.status, jsonLines(bad)]).toEqual([
      1,
      [{ id: 1, error: '"map" must give a text for each placeholder.' }],
    ])
  })

  test('--jsonl with --map: the file serves lines without a map', async () => {
    const map = join(base, 'shared.json')
    writeFileSync(map, '{"<<EMAIL_1>>":"jane@acme.io"}')
    const lines = [
      { id: 1, text: 'Mail <<EMAIL_1>>' },
      { id: 2, text: 'Mail <<EMAIL_1>>', map: { '<<EMAIL_1>>': 'joe@acme.io' } },
    ]
    const input = lines.map((line) => JSON.stringify(line)).join('\n')
    const done = await run('restore', [], { jsonl: true, map }, { input })
    expect(jsonLines(done).map(({ text }) => text)).toEqual(['Mail jane@acme.io', 'Mail joe@acme.io'])
    const both = await run('restore', [], { map: '-' }, { input: '{}' })
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('cannot both')])
  })

  test('redact says when the map would be lost, and why it cannot be written', async () => {
    const redact = (options: object, text = TEXT) => run('redact', [text], { ...options })
    expect((await redact({})).stderr).toContain('is not kept')
    expect((await redact({}, 'Nothing here.')).stderr).toBe('')
    expect((await redact({ json: true })).stderr).toBe('')
    const file = join(base, 'nowhere', 'map.json')
    expect(await redact({ map: file })).toEqual({
      status: 1,
      stdout: '',
      stderr: `varve: Cannot write ${file}: there is no such folder.\n`,
    })
    expect((await redact({ map: base })).stderr).toContain('it is a folder.')
    expect((await redact({ jsonl: true, map: file })).status).toBe(2)
  })

  test('restore without a map, or with text beside --jsonl, is refused', async () => {
    expect((await run('restore', ['x'])).status).toBe(2)
    expect((await run('redact', ['x'], { jsonl: true })).status).toBe(2)
    expect((await run('scan', ['x'], { file: 'y' })).status).toBe(2)
  })
})

test('--jsonl: a line separator inside a text does not end the line', async () => {
  const lines = ['a@acme.io\u2028next', 'b@acme.io\u2029next'].map((text, id) => JSON.stringify({ id, text }))
  expect(lines.join('')).toContain('\u2028')
  const redacted = await run('redact', [], { jsonl: true }, { input: lines.join('\n') })
  expect(redacted).toMatchObject({ status: 0, stdout: expect.not.stringMatching(/[\u2028\u2029]/) })
  const restored = await run('restore', [], { jsonl: true }, { input: redacted.stdout })
  expect(jsonLines(restored).map(({ text }) => text)).toEqual(['a@acme.io\u2028next', 'b@acme.io\u2029next'])
})
