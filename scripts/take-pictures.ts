/**
 * `node scripts/take-pictures.ts` takes the pictures of the documentation from the running product.
 * `node scripts/take-pictures.ts --views=<folder> [--only=chat,files]` takes one of each view, in both
 * themes and three widths, to be looked at side by side. They stay out of the repository.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../packages/web/src/testing/launch-browser.ts'
import { startSimulator } from '../packages/web/src/testing/start-simulator.ts'
import { startVarve } from '../packages/web/src/testing/start-varve.ts'
import { encodeApng, type Frame } from './encode-apng.ts'

const FOLDER = join(import.meta.dirname, '../docs/images')
const WIDTHS = [1440, 1280, 390] as const
const THEMES = ['light', 'dark'] as const
const RICH_ANSWER = [
  'The energy is $E = mc^2$, and a rotation is\n\n$$R(\\theta) = \\begin{pmatrix} \\cos\\theta & -\\sin\\theta \\\\ \\sin\\theta & \\cos\\theta \\end{pmatrix}$$',
  '```python\ndef area(radius: float) -> float:\n    """The area of a circle."""\n    return 3.14159 * radius ** 2\n```',
  '| plan | price | seats |\n| - | -: | -: |\n| Harbour | €9 | 1 |\n| Fleet | €29 | 10 |',
  '```mermaid\ngraph LR; Draft --> Review --> Launch; Review --> Draft\n```',
  '> [!tip] Worth knowing\n> ==Four trial yachts== sail without a fault.',
].join('\n\n')

const argument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)

async function takeForDocs(chromium: Browser): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const varve = await startVarve()
  try {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(varve.url)
    await askAbout(page, 'launch-plan', 'When do we launch and what still blocks it?')
    await askAbout(page, 'pricing', 'Which plans do we sell and what does each cost?')
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      writePicture(`chat-${colorScheme}`, await page.screenshot())
    }
  } finally {
    await varve.stop()
  }
  await takeTour(chromium)
}

const LETTER =
  'Dear Maria,\n\nthank you for testing Ebbwell with us. We charged card <<CREDIT_CARD_1>> and wrote to <<EMAIL_1>>.\n\nSee you on the pier,\nyour Slackwater Studio'

/** Tutorial and moving picture: ask, look at a source and at the request, then send private data to a cloud model. */
async function takeTour(chromium: Browser): Promise<void> {
  const simulator = await startSimulator([
    JSON.stringify({ kind: 'answer', text: LETTER, chunkCharacters: 12 }),
  ])
  const address = simulator.baseUrls['anthropic'] ?? ''
  const varve = await startVarve({ ANTHROPIC_API_KEY: 'sk-of-pictures', ANTHROPIC_BASE_URL: address })
  const frames: Frame[] = []
  try {
    const page = await chromium.newPage({
      viewport: { width: 1080, height: 680 },
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(15_000)
    await page.goto(varve.url)
    const message = page.getByRole('textbox', { name: 'Message' })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const film = async (milliseconds: number, name?: string) => {
      const png = await page.screenshot({ caret: 'initial' })
      frames.push({ png, milliseconds })
      if (name !== undefined) writePicture(name, png)
    }
    const write = async (words: string, isFilmed: boolean) => {
      for (const piece of words.match(/.{1,9}/g) ?? []) {
        await message.pressSequentially(piece)
        if (isFilmed) await film(110)
      }
      // What was found for half of the words is on show until then.
      await page.waitForTimeout(1_500)
    }
    const answer = async () => {
      await page.getByRole('button', { name: 'Stop' }).waitFor()
      for (let isWriting = true; isWriting; isWriting = !(await send.isVisible())) await film(250)
      await settle(page)
    }
    await message.click()
    await settle(page)
    await film(1_200)
    await write('When do we launch and what still blocks it?', true)
    await film(1_500, 'tour-passages')
    await page.keyboard.press('Enter')
    await answer()
    await film(2_200, 'tour-answer')
    await page
      .getByRole('button', { name: /^Source 2/ })
      .first()
      .click()
    await settle(page)
    await film(2_200, 'tour-source')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inspector: what the model sees' }).click()
    await settle(page)
    await film(2_500, 'tour-inspector')
    await page.keyboard.press('Escape')
    await page.evaluate(async () => {
      const address = `/s/${localStorage.getItem('varve.page-key')}/api/workspaces/${location.pathname.split('/')[2]}`
      const headers = { 'content-type': 'application/json' }
      await fetch(`${address}/settings`, { method: 'PATCH', headers, body: '{"passagesToCloud":"never"}' })
    })
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.keyboard.type('haiku')
    await settle(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await message.click()
    await write('Thank Maria, maria.schmidt@slackwater.studio. She paid with 4111 1111 1111 1111.', true)
    await film(1_200)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Redact and send' }).waitFor()
    await settle(page)
    await film(2_800, 'tour-guard')
    await page.getByRole('button', { name: 'Redact and send' }).click()
    await answer()
    await film(3_000, 'tour-restored')
    const moving = encodeApng(frames)
    writeFileSync(join(FOLDER, 'tour.png'), moving)
    console.log(`tour.png: ${frames.length} frames, ${Math.round(moving.length / 1024)} KB`)
  } finally {
    await varve.stop()
    await simulator.stop()
  }
}

function writePicture(name: string, png: Uint8Array): void {
  writeFileSync(join(FOLDER, `${name}.png`), encodeApng([{ png, milliseconds: 0 }]))
}

/** Brings the page to a view; the chats are there already. */
type View = (page: Page, chats: readonly string[]) => Promise<void>

const at =
  (hash: string): View =>
  (page) =>
    goTo(page, hash)

const inChat =
  (number: number): View =>
  (page, chats) =>
    goTo(page, `#/chat/${chats[number]}`)

const fromPalette =
  (words: string, press = true): View =>
  async (page) => {
    await goTo(page, '#/')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(words)
    await settle(page)
    if (press) await page.keyboard.press('Enter')
  }

const VIEWS: Readonly<Record<string, View>> = {
  new: at('#/'),
  chat: inChat(0),
  rich: inChat(1),
  compare: inChat(2),
  agent: inChat(3),
  files: at('#/files'),
  note: at('#/files/product/launch-plan.md'),
  edit: at('#/files/product/launch-plan.md?edit=text'),
  definitions: at('#/agents'),
  definition: at('#/agents/agent/assistant'),
  usage: at('#/usage'),
  guard: at('#/guard'),
  settings: at('#/settings'),
  appearance: at('#/settings/appearance'),
  context: at('#/settings/context'),
  tools: at('#/settings/tools'),
  palette: fromPalette('', false),
  search: fromPalette('launch', false),
  connect: fromPalette('connect a model'),
  guarding: async (page, chats) => {
    await goTo(page, `#/chat/${chats[0]}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Write to Maria Schmidt, maria.schmidt@example.com, card 4111 1111 1111 1111.')
    await settle(page)
    await page.keyboard.press('Enter')
    await settle(page)
  },
}

const views = argument('views')
const browser = await launchBrowser()
try {
  if (!browser) throw new Error('No browser could be started.')
  await (views === undefined ? takeForDocs(browser) : takeViews(browser, resolve(views)))
} finally {
  await browser?.close()
}

async function takeViews(chromium: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const simulator = await startSimulator(['answer', JSON.stringify({ kind: 'answer', text: RICH_ANSWER })])
  const varve = await startVarve({
    ANTHROPIC_API_KEY: 'sk-ant-of-pictures',
    ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    OPENAI_API_KEY: 'sk-of-pictures',
    OPENAI_BASE_URL: simulator.baseUrls['openai'] ?? '',
  })
  const only = argument('only')?.split(',')
  try {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(15_000)
    await page.goto(varve.url)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    const chats = await makeChats(page)
    for (const width of WIDTHS)
      for (const scheme of THEMES) {
        await page.setViewportSize({ width, height: width < 720 ? 844 : 900 })
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const [name, view] of Object.entries(VIEWS)) {
          if (only && !only.includes(name)) continue
          // What a view has opened is gone with the page.
          await page.reload()
          await view(page, chats).catch((error: unknown) => console.error(name, width, scheme, String(error)))
          await settle(page)
          await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) })
        }
      }
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
    const figures = pictures.map(
      (name) => `<figure><img src="${name}" alt=""><figcaption>${name}</figcaption></figure>`,
    )
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><style>body{display:flex;flex-wrap:wrap;gap:8px}img{height:420px;border:1px solid #999}figure{margin:0}</style>${figures.join('')}`,
    )
    console.log(`${pictures.length} pictures: ${join(folder, 'index.html')}`)
  } finally {
    await varve.stop()
    await simulator.stop()
  }
}

/** A cited answer, one with all that can be drawn, two side by side, and one by an agent. */
async function makeChats(page: Page): Promise<readonly string[]> {
  const asked = [
    {
      text: 'When do we launch and what still blocks it?',
      modelIds: ['anthropic/claude-sonnet-5-5'],
      attach: ['product/launch-plan.md'],
    },
    { text: 'Show me everything that can be drawn.', modelIds: ['anthropic/claude-sonnet-5-5'] },
    {
      text: 'Which plans do we sell?',
      modelIds: ['openai/gpt-5.6', 'anthropic/claude-sonnet-5-5', 'offline', 'anthropic/claude-opus-5-5'],
      attach: ['product/pricing.md'],
    },
    { text: '@agent Which notes speak of the launch?', modelIds: ['offline'] },
  ]
  return page.evaluate(async (messages) => {
    const api = `/s/${localStorage.getItem('varve.page-key')}/api/workspaces/${location.pathname.split('/')[2]}`
    const call = async (path: string, method: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(api + path, { method, headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return (await response.json()) as { readonly id: string }
    }
    await call('/settings', 'PATCH', { passagesToCloud: 'never' })
    const ids: string[] = []
    for (const message of messages) {
      const { id } = await call('/chats', 'POST', {})
      await call(`/chats/${id}/turns`, 'POST', message)
      ids.push(id)
      const isAnswering = async () =>
        ((await (await fetch(`${api}/chats/${id}`)).json()) as { answering?: boolean }).answering === true
      while (await isAnswering()) await new Promise((done) => setTimeout(done, 100))
    }
    return ids
  }, asked)
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => {
    location.hash = wanted
  }, hash)
  await settle(page)
}

/** No condition says that a page looks as it will: pictures and colours arrive one after the other. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await page.waitForTimeout(300)
}

async function askAbout(page: Page, note: string, question: string): Promise<void> {
  const draft = page.getByRole('combobox').or(page.getByRole('textbox')).first()
  await draft.click()
  await draft.pressSequentially(`@${note}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await draft.pressSequentially(question)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await settle(page)
}
