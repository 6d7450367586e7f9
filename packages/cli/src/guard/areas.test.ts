import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, runsOn } from '../testing/varve.ts'

let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-areas-command-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const varve = runsOn(() => join(base, 'home'))
const run = (words: readonly string[], options = {}, input = '') => varve('areas', words, options, { input })

describe('varve areas', () => {
  test('prints the area of a text and the words that decided', async () => {
    const { status, stdout } = await run(['I', 'want', 'a', 'divorce'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^\d+ % {2}Family law \(practice\/family\): divorce\n/)
  })

  test('prints the jurisdictions in the order of the text', async () => {
    const text = 'Compare divorce rules in Texas and France'
    expect((await run([text])).stdout).toMatch(/\nJurisdictions: Texas \(US-TX\), France \(FR\)\n$/)
    const [found] = jsonLines(await run([text], { json: true }))
    expect(found).toMatchObject({
      jurisdictions: [
        { id: 'US-TX', name: 'Texas', text: 'Texas', start: 25, end: 30 },
        { id: 'FR', name: 'France' },
      ],
    })
  })

  test('an unclear text is not an error', async () => {
    const { status, stdout, stderr } = await run(['What will you do today?'])
    expect([status, stdout, stderr]).toEqual([0, '', 'varve: No area was recognized.\n'])
  })

  test('--json has the words and their positions; --language is taken as given', async () => {
    const [found] = jsonLines(await run(['custodia y divorcio'], { json: true, language: 'es' }))
    expect(found).toMatchObject({
      language: 'es',
      areas: [{ pack: 'practice', id: 'family', name: 'Derecho de familia' }],
    })
    expect(JSON.stringify(found)).toContain('{"text":"divorcio","start":11,"end":19}')
  })

  test('--jsonl keeps the order; an invalid line gets its error and the rest continues', async () => {
    const lines = ['{"id":"a","text":"I want a divorce"}', 'no', '{"id":2}', '{"id":3,"text":"Hello there"}']
    const done = await run([], { jsonl: true }, lines.join('\n'))
    const [first, ...rest] = jsonLines(done)
    expect(first).toEqual({
      id: 'a',
      areas: [{ pack: 'practice', id: 'family', name: 'Family law', confidence: expect.any(Number) }],
    })
    expect(rest).toEqual([
      { id: null, error: expect.any(String) },
      { id: 2, error: '"text" must be a text.' },
      { id: 3, areas: [] },
    ])
    expect(done.status).toBe(1)
  })

  test('--workspace uses the folder’s own areas and reports invalid ones', async () => {
    const folder = join(base, 'notes', 'Varve', 'areas', 'mine')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'bees.area.md'), '---\nname: Bees\nterms: {hive: 5}\n---\nLook.')
    writeFileSync(join(folder, 'wasps.area.md'), '---\nname: Wasps\nterms: {nest: 7}\n---\nRun.')
    const { stdout, stderr } = await run(['my hives are empty'], { workspace: join(base, 'notes') })
    expect(stdout).toContain('Bees (mine/bees): hives')
    expect(stderr).toContain('Varve/areas/mine/wasps.area.md, line 3:')
  })

  test('reads a pipe or a file when no text is given', async () => {
    const piped = await run([], {}, 'I want\na divorce\n')
    expect([piped.status, piped.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ % {2}Family law \(practice\/family\): divorce\n/),
    ])
    expect((await run(['-'], {}, 'I want\na divorce\n')).stdout).toBe(piped.stdout)
    const file = join(base, 'letter.txt')
    writeFileSync(file, 'My landlord kept my deposit.')
    expect((await run([], { file })).stdout).toContain('landlord')
    const nowhere = await run([], { file: join(base, 'nowhere.txt') })
    expect([nowhere.status, nowhere.stdout]).toEqual([2, ''])
  })

  test('refuses no input, and text together with lines', async () => {
    expect((await run([' '])).status).toBe(2)
    expect((await run([], {}, '\n')).status).toBe(2)
    expect((await run(['text'], { file: 'letter.txt' })).status).toBe(2)
    expect((await run([], { jsonl: true, file: 'letter.txt' })).status).toBe(2)
    expect((await run(['text'], { jsonl: true })).status).toBe(2)
  })
})
