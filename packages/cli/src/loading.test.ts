import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

/** Runs `varve` and tells which modules of Varve's other packages were loaded by the end. */
const SCRIPT = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    const name = /packages\\/(\\w+)\\/src\\//.exec(url)?.[1]
    // Plain data with no imports of its own.
    if (name && !url.includes('/contract/src/tables/')) loaded.add(name)
    return next(url, context)
  },
})
const { main } = await import(process.argv[1])
process.stdout.write = (_, ...more) => {
  more.at(-1)?.()
  return true
}
await main(process.argv.slice(2))
console.error(JSON.stringify([...loaded]))
`

async function loadedBy(...words: readonly string[]): Promise<unknown> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const options = ['--input-type=module', '--eval', SCRIPT, main, ...words]
  const { stderr } = await promisify(execFile)(process.execPath, options)
  return JSON.parse(stderr)
}

describe('a command loads what it needs', () => {
  test.each([['--help'], ['--version'], ['paths'], ['replay', '--help'], ['ask', '--help']])(
    '%s %s',
    async (...words) => {
      expect(await loadedBy(...words)).toEqual(['cli'])
    },
  )
})
