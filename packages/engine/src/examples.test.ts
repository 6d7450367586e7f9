import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as engine from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')

/** What an example prints is in the README after it; of a long print, the end. */
describe.each(['three-turns', 'forecast-cost', 'store-and-continue'])('the example %s', (name) => {
  const url = new URL(`../examples/${name}.ts`, import.meta.url)

  test('runs, and prints what the README says', () => {
    const printed = execFileSync(process.execPath, [fileURLToPath(url)], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    const [, shown] = /^```text\n([^]*?)^```/m.exec(readme.slice(readme.indexOf(`examples/${name}.ts`))) ?? []
    expect(shown).toBeDefined()
    expect(printed.endsWith(shown ?? 'nothing')).toBe(true)
  })

  test('stands in the README as it is', () => {
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(url, 'utf8')}\`\`\``)
  })
})

test('the README names only functions that are exported', () => {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(Object.keys(engine)).toContain(name)
})

test('SPEC.md holds every rule that the README, a comment, a test or a violation cites, once', () => {
  const rules = [...spec.matchAll(/^- \*\*\[([A-Z]\d?-\d)\]\*\*/gm)].map(([, rule]) => rule)
  expect(new Set(rules).size).toBe(rules.length)
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const texts = [readme, ...files.map((name) => readFileSync(`${folder}/${name}`, 'utf8'))]
  const cited = texts.flatMap((text) =>
    [...text.matchAll(/\[([A-Z]\d?-\d)\]|rule: '([A-Z]\d?-\d)'/g)].map(
      ([, first, second]) => first ?? second,
    ),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(rules).toEqual(expect.arrayContaining([...new Set(cited)]))
})
