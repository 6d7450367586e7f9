import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../packages/web/src/testing/launch-browser.ts'
import { startSimulator } from '../packages/web/src/testing/start-simulator.ts'
import { type RunningVarve, startVarve } from '../packages/web/src/testing/start-varve.ts'
import type { Bench, Goal, Section } from './report.ts'

const MESSAGES = 2_400
const KEYS = 150
const OPENINGS = 5
const LOADS = 5

/** What a person waits for in the page, in Chromium, with a real server behind it. */
export const pageBench: Bench = {
  name: 'page',
  summary: `first load, typing, streaming and opening in a chat of ${MESSAGES} messages, in Chromium (--against=<another checkout, with its packages installed>)`,
  flags: ['--against='],
  run: async (flags) => {
    const against = flags.find((flag) => flag.startsWith('--against='))?.slice('--against='.length)
    const sections = [await measure('This checkout', undefined)]
    if (against !== undefined) sections.push(await measure(against, resolve(against)))
    return {
      command: `npm run bench -- ${['page', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections,
    }
  },
}

interface Figures {
  readonly loaded: number
  readonly unpacked: number
  /** Compressed, once the page stands still: the parts that the first screen does without. */
  readonly later: number
  readonly paint: number
  readonly ready: number
  readonly typing: readonly number[]
  readonly streaming: number
  readonly opening: number
  readonly elements: number
}

async function measure(title: string, checkout: string | undefined): Promise<Section> {
  const simulator = await startSimulator([JSON.stringify({ kind: 'answer', text: longAnswer() })])
  const environment = {
    ANTHROPIC_API_KEY: 'sk-ant-of-a-benchmark',
    ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
  }
  const launcher = checkout === undefined ? undefined : join(checkout, 'packages/cli/bin/varve.js')
  const varve = await startVarve(environment, launcher)
  const browser = await launchBrowser()
  try {
    if (!browser) throw new Error('No browser could be started.')
    return describe(title, await measureIn(browser, varve))
  } finally {
    await browser?.close()
    await varve.stop()
    await simulator.stop()
  }
}

async function measureIn(browser: Browser, varve: RunningVarve): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(watchTasks)
  const page = await context.newPage()
  await page.goto(varve.url)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const loads = []
  for (let load = 0; load < LOADS; load += 1) loads.push(await measureLoad(browser, page))
  await importLongChat(page)
  await page.reload()
  const opening: number[] = []
  for (let time = 0; time < OPENINGS; time += 1)
    opening.push(await longestTask(page, () => openLongChat(page)))
  const typing = await typeKeys(page)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const streaming = await longestTask(page, () => askAndWait(page))
  await context.close()
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    loaded: Math.max(...loads.map(({ loaded }) => loaded)),
    unpacked: loads[0]?.unpacked ?? 0,
    later: Math.max(...loads.map(({ later }) => later)),
    paint: middle(loads.map(({ paint }) => paint)),
    ready: middle(loads.map(({ ready }) => ready)),
    typing: typing.toSorted((a, b) => a - b),
    streaming,
    opening: Math.max(...opening),
    elements,
  }
}

/** A browser with an empty cache that is signed in. */
async function measureLoad(browser: Browser, page: Page) {
  const state = await page.context().storageState()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: state })
  const fresh = await context.newPage()
  await fresh.goto(page.url().replace(/#.*/, ''))
  const message = fresh.getByRole('textbox', { name: 'Message' })
  await message.waitFor()
  const ready = await fresh.evaluate(() => performance.now())
  const needed = await fresh.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await fresh.waitForLoadState('networkidle')
  const figures = await fresh.evaluate((first) => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    const assets = entries.filter(({ name }) => !/\/api\//.test(name))
    const now = assets.filter(({ name, entryType }) => entryType === 'navigation' || first.includes(name))
    const sum = (
      among: readonly PerformanceResourceTiming[],
      size: 'encodedBodySize' | 'decodedBodySize',
    ): number => among.reduce((total, entry) => total + entry[size], 0)
    return {
      loaded: sum(now, 'encodedBodySize'),
      unpacked: sum(now, 'decodedBodySize'),
      later: sum(assets, 'encodedBodySize') - sum(now, 'encodedBodySize'),
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }
  }, needed)
  await context.close()
  return { ...figures, ready }
}

/** Runs in the page: how long the longest task was since it was last asked. */
function watchTasks(): void {
  const tasks: number[] = []
  Object.assign(globalThis, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: false })
}

/** Tasks below 50 ms are not told by the browser: then it is 0. */
async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Reflect.get(globalThis, 'tasks').splice(0))
  await action()
  // The browser tells of a task a moment after it.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
  return page.evaluate(() => Math.max(0, ...(Reflect.get(globalThis, 'tasks') as number[])))
}

async function importLongChat(page: Page): Promise<void> {
  const status = await page.evaluate(
    async (body) => {
      const key = localStorage.getItem('varve.page-key')
      const workspace = location.pathname.split('/')[2]
      const address = `/s/${key}/api/workspaces/${workspace}/chats/import?name=claude.json`
      return (
        await fetch(address, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).status
    },
    JSON.stringify([longChat()]),
  )
  if (status !== 200) throw new Error(`The long chat was not imported: ${status}.`)
}

async function openLongChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await page.getByText(/^Question 1200:/).waitFor({ state: 'detached' })
  await page.getByText('A very long chat').first().click()
  await page.getByText(/^Question 1200:/).waitFor()
}

async function typeKeys(page: Page): Promise<readonly number[]> {
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    const painted = (began: number) => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => times.push(performance.now() - began))
      channel.port1.start()
      requestAnimationFrame(() => channel.port2.postMessage(undefined))
    }
    addEventListener('keydown', ({ timeStamp }) => painted(timeStamp), true)
  })
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'abcdefgh'.charAt(key % 8))
    await page.waitForTimeout(40)
  }
  return page.evaluate(() => Reflect.get(globalThis, 'times') as number[])
}

async function askAndWait(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.keyboard.type('sonnet 5.5')
  await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).fill('Tell me everything.')
  await page.keyboard.press('Enter')
  await page.locator('article').getByText('The end of it all.').waitFor({ timeout: 120_000 })
}

function longChat() {
  const time = (at: number) => new Date(Date.UTC(2026, 9, 1, 10) + at * 600_000).toISOString()
  return {
    uuid: '11111111-1111-4111-8111-111111111111',
    name: 'A very long chat',
    created_at: time(0),
    updated_at: time(MESSAGES),
    chat_messages: Array.from({ length: MESSAGES }, (_, at) => ({
      uuid: `22222222-2222-4222-8222-${String(at).padStart(12, '0')}`,
      sender: at % 2 === 0 ? 'human' : 'assistant',
      created_at: time(at),
      text:
        at % 2 === 0
          ? `Question ${at / 2 + 1}: how does part ${at} work, and what about its limits?`
          : richText(at),
    })),
  }
}

function richText(at: number): string {
  return `## Answer ${at}\n\nPart **${at}** reads its input, then writes it.\n\n- first point about \`thing_${at}\`\n- second point, longer, with words that wrap over the line since they are many\n\n\`\`\`python\ndef f${at}(x):\n    return x * ${at}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${at} | ${at * 2} |\n`
}

function longAnswer(): string {
  return `${Array.from({ length: 60 }, (_, at) => richText(at)).join('\n')}\nThe end of it all.`
}

function describe(title: string, figures: Figures): Section {
  const { loaded, unpacked, later, paint, ready, typing, streaming, opening, elements } = figures
  const p95 = typing[Math.floor(typing.length * 0.95)] ?? 0
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`
  const milliseconds = (value: number) => `${value.toFixed(1)} ms`
  const task = (value: number) => (value === 0 ? 'below 50 ms' : milliseconds(value))
  const goal = (name: string, target: string, measured: string, met: boolean): Goal => ({
    name,
    target,
    measured,
    met,
  })
  return {
    title,
    notes: [
      'Chromium without a graphics card, 1440 × 900; load figures are medians of five with an empty cache.',
      `Typing: from the key to the frame behind it, ${KEYS} keys at 40 ms, in a chat of ${MESSAGES} messages, ${elements} elements.`,
      `Tasks: the longest of ${OPENINGS} openings of that chat, and of one answer of ${kilobytes(longAnswer().length)} that streams in it.`,
    ],
    tables: [],
    goals: [
      goal(
        'first load, compressed',
        '300 kB',
        `${kilobytes(loaded)} of ${kilobytes(unpacked)}, ${kilobytes(later)} more once the page stands still`,
        loaded <= 300_000,
      ),
      goal('first paint', '300 ms', milliseconds(paint), paint <= 300),
      goal('ready to type', '450 ms', milliseconds(ready), ready <= 450),
      goal(
        'typing, p95',
        '16 ms',
        `${milliseconds(p95)}, median ${milliseconds(typing[Math.floor(typing.length / 2)] ?? 0)}`,
        p95 <= 16,
      ),
      goal('longest task while streaming', '50 ms', task(streaming), streaming <= 50),
      goal('longest task while opening', '50 ms', task(opening), opening <= 50),
    ],
  }
}
