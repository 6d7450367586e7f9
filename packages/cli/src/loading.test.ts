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
    const name = /packages\\/(\\w+)\\/src\\//.exec(url)?.[1] ?? /node_modules\\/(kysely|undici)\\//.exec(url)?.[1]
    // Plain data without imports.
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

/** Counts the files of Varve and its libraries that a thread loads; started as a program it then refuses to run. */
const COUNT_SCRIPT = `
import { registerHooks } from 'node:module'
let count = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) count += 1
    return next(url, context)
  },
})
await import(process.argv[1]).catch(() => undefined)
console.log(count)
process.exit()
`

async function loadedBy(...words: readonly string[]): Promise<unknown> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const options = ['--input-type=module', '--eval', SCRIPT, main, ...words]
  const { stderr } = await promisify(execFile)(process.execPath, options)
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
}

describe('a command loads only what it needs', () => {
  test.each([['--help'], ['--version'], ['paths'], ['replay', '--help'], ['ask', '--help']])(
    '%s %s',
    async (...words) => {
      expect(await loadedBy(...words)).toEqual(['cli'])
    },
  )
})

describe('a command on a text or a folder loads no database, network or server', () => {
  test.each([
    ['scan', 'Call me.'],
    ['redact', 'Call me.'],
    ['areas', 'Who keeps the house?'],
    ['search', 'pier'],
  ])('%s %s', async (...words) => {
    const loaded = await loadedBy(...words)
    for (const name of ['kysely', 'undici', 'server']) expect(loaded).not.toContain(name)
  })
})

describe('a thread loads only what it needs', () => {
  test.each([
    ['store/src/sqlite/writer-thread.ts', 20],
    ['index/src/writer/writer-thread.ts', 90],
    ['index/src/reader/reader-thread.ts', 90],
    ['index/src/parse/parse-thread.ts', 90],
    ['workspace/src/note/note-thread.ts', 30],
  ])('%s', async (entry, most) => {
    const file = new URL(`../../${entry}`, import.meta.url).href
    const options = ['--input-type=module', '--eval', COUNT_SCRIPT, file]
    const { stdout } = await promisify(execFile)(process.execPath, options)
    expect(Number(stdout)).toBeLessThan(most)
  })
})
