import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRandomModel } from '@varve/local/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './testing/axe-violations.ts'
import { openPage } from './testing/open-page.ts'
import { runWalks } from './testing/run-walks.ts'
import { type RunningVarve, startVarve } from './testing/start-varve.ts'

await runWalks({ 'the walk with a model of one’s own': walkWithOwnModel })

/** No key and no network but a mirror on loopback: a model is got, asked, and goes on after a restart. */
function walkWithOwnModel(browser: Browser): void {
  const folder = mkdtempSync(join(tmpdir(), 'varve-mirror-'))
  const file = join(folder, 'tiny.gguf')
  let mirror: Mirror
  let varve: RunningVarve
  let page: Page

  beforeAll(async () => {
    writeRandomModel(file, { context: 16_384 })
    mirror = await startMirror(readFileSync(file))
    varve = await startVarve({ VARVE_MODEL_SOURCE: mirror.address })
    page = await openPage(browser)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
    mirror?.server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const message = () => page.getByRole('textbox', { name: 'Message' })
  const answers = () => page.getByRole('article', { name: /^Answer/ }).and(page.locator('[aria-busy=false]'))
  const ask = async (text: string, count: number) => {
    await message().fill(text)
    await page.keyboard.press('Enter')
    await answers()
      .nth(count - 1)
      .getByRole('button', { name: 'Copy the answer' })
      .waitFor()
  }

  test('a model says before whether it fits, and is got with one click, paused and resumed', async () => {
    await button(/^Connect a model/).click()
    const offered = page.getByRole('listitem').filter({ hasText: 'Qwen3 1.7B' })
    await offered.getByText(/^(?:Fits this computer|Tight|Too large)/).waitFor()
    await offered.getByText(/1\.8.GB to download, about 3\.1.GB of memory\. Apache-2\.0/).waitFor()
    await button('Get Qwen3 1.7B').click()
    await offered.getByText(/ of [\d.]+.kB/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button('Pause Qwen3 1.7B').click()
    await offered.getByText(/^Paused/).waitFor()
    mirror.release()
    await button('Resume Qwen3 1.7B').click()
    await button('Use Qwen3 1.7B').click()
    await page.getByText('Qwen3 1.7B answers from now on.').waitFor()
    // The rest of the file, not the whole again.
    expect(mirror.ranges).toContainEqual(expect.stringMatching(/^bytes=[1-9]/))
  })

  test('a file that is no model is refused with the reason', async () => {
    await button(/^Model: /).click()
    await button('Connect').click()
    await page.getByLabel('Any other model, as a .gguf file').fill(join(folder, 'none.gguf'))
    await button('Open').click()
    await page
      .getByRole('alert')
      .getByText(/There is no such file/)
      .waitFor()
    await page.getByLabel('Any other model, as a .gguf file').fill(file)
    await button('Open').click()
    await button('Use Random 1').waitFor()
    await button('Remove Random 1').click()
    await button('Use Random 1').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  test('it answers without a network, and the next message says when it is ready', async () => {
    mirror.server.closeAllConnections()
    mirror.server.close()
    // Words without meaning have no end of their own.
    await button(/^Model settings/).click()
    await page.getByLabel('Output limit').fill('120')
    await page.keyboard.press('Enter')
    await button('Model settings: at most 120 out').waitFor()
    await page.keyboard.press('Escape')
    await ask('What does the launch plan say?', 1)
    expect(await answers().first().innerText()).toContain('Qwen3 1.7B')
    await message().fill('And what blocks it?')
    await page.getByText(/^ready in about [\d.]+.s$/).waitFor()
    await message().fill('')
  })

  test('after a restart the chat goes on where it was, without being read again', async () => {
    varve = await varve.restart({ port: new URL(varve.url).port })
    await page.reload()
    await message().fill('And what blocks it?')
    await page.getByText(/^ready in about [\d.]+.s$/).waitFor()
    await page.keyboard.press('Enter')
    await answers().nth(1).getByRole('button', { name: 'Copy the answer' }).waitFor()
    await answers()
      .nth(1)
      .getByText(/[\d,]{5,} from cache/)
      .waitFor()
  })

  test('the settings show what it takes, and what is refused; the model can be removed', async () => {
    await page.goto(`${page.url().split('#')[0]}#/settings`)
    await page.getByText(/^Qwen3 1\.7B is in memory: .* tokens, on the processor\.$/).waitFor()
    await page.getByText(/^1 chat state is saved/).waitFor()
    const threads = page.getByLabel('Threads', { exact: true })
    await threads.fill('0')
    await threads.press('Enter')
    await page.getByText('Threads must be a whole number from 1 to 256.').waitFor()
    await threads.fill('1')
    await threads.press('Enter')
    await page.getByText('Threads must be').waitFor({ state: 'detached' })
    const readAhead = page.getByRole('switch', { name: 'Read ahead while you type' })
    const saved = page.waitForResponse((response) => response.request().postData()?.includes('off') ?? false)
    await readAhead.uncheck()
    await saved
    await page.reload()
    await expect.poll(() => readAhead.isChecked()).toBe(false)
    expect(await threads.inputValue()).toBe('1')
    expect(await axeViolations(page)).toEqual([])
    await button('Remove Qwen3 1.7B').click()
    await page.getByText(/^Delete its file of [\d.]+.kB\?$/).waitFor()
    await button('Delete').click()
    await button('Get Qwen3 1.7B').waitFor()
  })

  test('a model that is made for search can take the place of the built-in one', async () => {
    const other = join(folder, 'search.gguf')
    writeRandomModel(other, { seed: 7, pooling: 'last' })
    await page.getByLabel('Any other model, as a .gguf file').fill(other)
    await button('Open').click()
    await page.getByText('It writes no answers. Choose it in Settings, under Semantic search.').waitFor()
    await page.getByRole('switch', { name: 'Semantic search' }).focus()
    await page.keyboard.press('Space')
    const choice = page.getByLabel('Model for semantic search')
    await choice.selectOption('Random 7')
    await page.getByText(/^All \d+ passages are ready\.$/).waitFor()
    await page.reload()
    await page.getByText(/^All \d+ passages are ready\.$/).waitFor()
    expect(await choice.inputValue()).toBe('local/search')
    expect(await axeViolations(page)).toEqual([])
  })
}

interface Mirror {
  readonly server: Server
  readonly address: string
  /** Which parts were asked for, in order. */
  readonly ranges: readonly string[]
  /** Gives all of a file from now on; until then half of it. */
  readonly release: () => void
}

/** Gives one file, whatever model is asked for, and stops in the middle until it is released. */
async function startMirror(bytes: Buffer): Promise<Mirror> {
  const ranges: string[] = []
  let isReleased = false
  const server = createServer(({ url = '', headers: { range = '' } }, response) => {
    if (!url.endsWith('.gguf')) return response.writeHead(404).end()
    ranges.push(range)
    const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0)
    response.writeHead(from === 0 ? 200 : 206, {
      etag: '"one"',
      'content-length': bytes.length - from,
      ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    if (isReleased) return response.end(bytes.subarray(from))
    return response.write(bytes.subarray(from, bytes.length / 2))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    address: `http://127.0.0.1:${port}/models`,
    ranges,
    release: () => (isReleased = true),
  }
}
