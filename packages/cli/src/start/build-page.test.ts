import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPage } from './build-page.ts'

// Inside the checkout, so that the builder is found as it is for the real page.
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
let web = ''
let said: string[] = []

beforeEach(() => {
  web = mkdtempSync(join(modules, '.varve-page-'))
  said = []
  mkdirSync(join(web, 'src'))
  writeFileSync(join(web, 'package.json'), '{"type":"module"}')
  writeFileSync(join(web, 'index.html'), '<!doctype html><script type="module" src="/src/main.ts"></script>')
  writeFileSync(join(web, 'src', 'main.ts'), 'document.title = "first"')
})

afterEach(() => rmSync(web, { recursive: true, force: true }))

const build = () => buildPage({ web, shared: [], say: (line) => said.push(line) })

test('builds the page once, again when a source changes, and again after a killed build', async () => {
  const dist = await build()
  expect(existsSync(join(dist, 'index.html'))).toBe(true)
  await build()
  expect(said).toEqual(['Building the page…'])
  writeFileSync(join(web, 'src', 'main.ts'), 'document.title = "second"')
  await build()
  expect(said).toHaveLength(2)
  rmSync(join(dist, '.built-from'))
  await build()
  expect(said).toHaveLength(3)
  writeFileSync(join(web, 'src', 'main.test.ts'), 'a test is no source of the page')
  await build()
  expect(said).toHaveLength(3)
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toContain('/assets/')
})

test('a test builds the same page that ships', async () => {
  writeFileSync(join(web, 'src', 'main.ts'), 'document.title = process.env.NODE_ENV')
  const dist = await build()
  const [script = ''] = readdirSync(join(dist, 'assets'))
  expect(readFileSync(join(dist, 'assets', script), 'utf8')).toContain('production')
})

test('a failed build is an error with the builder’s message', async () => {
  writeFileSync(join(web, 'src', 'main.ts'), 'import "./missing.ts"')
  await expect(build()).rejects.toThrow(/could not be built[^]*missing/)
})

test('a build that is given up ends at once', async () => {
  const giving = new AbortController()
  const built = buildPage({ web, shared: [], say: () => giving.abort(), signal: giving.signal })
  await expect(built).rejects.toMatchObject({ name: 'AbortError' })
  expect(existsSync(join(web, 'dist'))).toBe(false)
})

test('without sources the shipped page is used; a missing page is reported', async () => {
  const installed = mkdtempSync(join(tmpdir(), 'varve-page-'))
  const options = { web: installed, shared: [], say: () => undefined }
  await expect(buildPage(options)).rejects.toMatchObject({ code: 'page-not-built' })
  mkdirSync(join(installed, 'dist'))
  writeFileSync(join(installed, 'dist', 'index.html'), '')
  expect(await buildPage(options)).toBe(join(installed, 'dist'))
  rmSync(installed, { recursive: true })
})
