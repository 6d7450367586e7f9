import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as engine from './index.ts'

/** The exported types, read from the source text: nothing is left of them at run time. */
function exportedTypes(): readonly string[] {
  const text = readFileSync(new URL('./index.ts', import.meta.url), 'utf8')
  return [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (isType !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
}

test('the public API equals the committed report', async () => {
  const values = Object.entries(engine).map(([name, value]) => `${typeof value} ${name}`)
  const types = exportedTypes().map((name) => `type ${name}`)
  const lines = [...values, ...types].sort((a, b) => (a < b ? -1 : 1))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../api-report.txt')
})
