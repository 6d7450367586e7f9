import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scanText } from './scan.ts'

const packs = new URL('../../areas/packs/', import.meta.url)

test('guidance shipped with the product contains nothing to ask about', () => {
  const files = readdirSync(packs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.area.md'),
  )
  expect(files.length).toBeGreaterThan(60)
  for (const name of files) {
    const text = readFileSync(new URL(name, packs), 'utf8')
    const found = scanText(text).filter(({ severity }) => severity !== 'low')
    expect(found, name).toEqual([])
  }
})
