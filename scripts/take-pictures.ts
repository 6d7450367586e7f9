/**
 * `node scripts/take-pictures.ts` takes the pictures of the documentation from the running product.
 * `node scripts/take-pictures.ts --views=<folder> [--only=chat,files] [--axe] [--look=zoom400,…]` takes one of each
 * view, in both themes and three widths, to be looked at side by side. They stay out of the repository. `--axe` says
 * what axe finds in each and fails if it finds something; `--look` takes them in forced colours, with more contrast,
 * or enlarged, instead.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { axeViolations } from '../packages/web/src/testing/axe-violations.ts'
import { launchBrowser } from '../packages/web/src/testing/launch-browser.ts'
import { onlyWhatIsAttached } from '../packages/web/src/testing/only-what-is-attached.ts'
import { startSimulator } from '../packages/web/src/testing/start-simulator.ts'
import { startVarve } from '../packages/web/src/testing/start-varve.ts'
import { encodeApng, type Frame } from './encode-apng.ts'

const FOLDER = join(import.meta.dirname, '../docs/images')
const THEMES = ['light', 'dark'] as const

/** How a view is looked at. A page enlarged four times has a quarter of the room. */
interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly media: Parameters<Page['emulateMedia']>[0]
}

const USUAL_LOOKS: readonly Look[] = [1600, 1280, 390].flatMap((width) =>
  THEMES.map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    width,
    height: width < 720 ? 844 : 900,
    media: { colorScheme },
  })),
)
const OTHER_LOOKS: readonly Look[] = [
  { name: 'forced', width: 1280, height: 900, media: { colorScheme: 'light', forcedColors: 'active' } },
  { name: 'forced-dark', width: 1280, height: 900, media: { colorScheme: 'dark', forcedColors: 'active' } },
  { name: 'contrast', width: 1280, height: 900, media: { colorScheme: 'light', contrast: 'more' } },
  { name: 'contrast-dark', width: 1280, height: 900, media: { colorScheme: 'dark', contrast: 'more' } },
  { name: 'zoom200', width: 640, height: 400, media: { colorScheme: 'light' } },
  { name: 'zoom400', width: 320, height: 256, media: { colorScheme: 'light' } },
]
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
    await onlyWhatIsAttached(page)
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

/** The view, and then what a click on this opens. */
const opened =
  (view: View, name: RegExp, role: 'button' | 'tab' | 'link' = 'button'): View =>
  async (page, chats) => {
    await view(page, chats)
    await page.getByRole(role, { name }).first().click()
  }

const inInspector =
  (tab: RegExp): View =>
  async (page, chats) => {
    await inChat(0)(page, chats)
    if (!(await page.getByRole('tab', { name: tab }).isVisible())) await page.keyboard.press('Control+i')
    await page.getByRole('tab', { name: tab }).click()
  }

const typed =
  (words: string): View =>
  async (page) => {
    await goTo(page, '#/')
    await page.getByRole('textbox', { name: 'Message' }).or(page.getByRole('combobox')).first().fill('')
    await page.keyboard.type(words)
  }

const fromFile =
  (words: string): View =>
  async (page) => {
    await goTo(page, '#/files/product/launch-plan.md')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(words)
    await settle(page)
    await page.keyboard.press('Enter')
  }

const VIEWS: Readonly<Record<string, View>> = {
  new: at('#/'),
  mention: typed('@la'),
  commands: typed('/'),
  models: opened(at('#/'), /^Model:/),
  layers: inInspector(/^Layers/),
  fresh: inInspector(/^New/),
  request: inInspector(/^Request/),
  cache: inInspector(/^Cache/),
  trace: inInspector(/^Trace/),
  chat: inChat(0),
  rich: inChat(1),
  compare: inChat(2),
  agent: inChat(3),
  files: at('#/files'),
  note: at('#/files/product/launch-plan.md'),
  vault: at('#/files/Home.md'),
  board: at('#/files/Board.canvas'),
  paper: at('#/files/paper.pdf'),
  picture: at('#/files/picture.png'),
  'file-menu': opened(at('#/files/product/launch-plan.md'), /^File actions/),
  'move-note': fromFile('rename or move'),
  'new-note': fromPalette('new note'),
  edit: at('#/files/product/launch-plan.md?edit=text'),
  definitions: at('#/agents'),
  definition: at('#/agents/agent/assistant'),
  usage: at('#/usage'),
  guard: at('#/guard'),
  settings: at('#/settings'),
  appearance: at('#/settings/appearance'),
  context: at('#/settings/context'),
  tools: at('#/settings/tools'),
  workspaces: at('#/settings/workspaces'),
  keyboard: at('#/settings/keyboard'),
  data: at('#/settings/data'),
  about: at('#/settings/about'),
  nowhere: at('#/nothing'),
  palette: fromPalette('', false),
  search: fromPalette('launch', false),
  connect: fromPalette('connect a model'),
  folder: fromPalette('open folder'),
  workspace: fromPalette('new workspace'),
  tour: fromPalette('take the tour'),
  shortcuts: fromPalette('shortcuts'),
  keys: fromPalette('keys of providers'),
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
  const wanted = argument('look')?.split(',')
  const looks = wanted
    ? [...USUAL_LOOKS, ...OTHER_LOOKS].filter(({ name }) => wanted.includes(name))
    : USUAL_LOOKS
  writeVaultNotes(varve.notes)
  try {
    const context = await chromium.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(varve.url)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    const chats = await makeChats(page)
    for (const { name: look, width, height, media } of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({
        forcedColors: 'none',
        contrast: 'no-preference',
        ...media,
        reducedMotion: 'reduce',
      })
      for (const [name, view] of Object.entries(VIEWS)) {
        if (only && !only.includes(name)) continue
        // What a view has opened is gone with the page.
        await page.reload()
        await view(page, chats).catch((error: unknown) => console.error(name, look, String(error)))
        await settle(page)
        await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
        if (!process.argv.includes('--axe')) continue
        // In forced colours axe reads the backgrounds of the page, and the browser paints those of the system.
        const without = media?.forcedColors === 'active' ? ['color-contrast'] : []
        for (const violation of await axeViolations(page, without)) {
          process.exitCode = 1
          console.error(`${name}-${look}: ${violation}`)
        }
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

/** What Obsidian draws: a note with embeds, a query and folded callouts, a board, a PDF and a picture. */
function writeVaultNotes(folder: string): void {
  const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
  put(
    'Home.md',
    [
      '---\ntags: [home]\nstatus: draft\n---\n# Home\n\nWhere everything begins. See [[Board.canvas]].',
      '![[launch-plan#What still blocks the launch]]',
      '![[picture.png|240]]',
      '```dataview\nTABLE file.name AS name, status\nFROM "product"\n```',
      '> [!tip]- Folded\n> One line inside.',
      '- [x] Written\n- [ ] Read\n',
    ].join('\n\n'),
  )
  const text = (id: string, x: number, words: string, color?: string) => ({
    id,
    type: 'text',
    x,
    y: 40,
    width: 240,
    height: 120,
    text: words,
    ...(color === undefined ? {} : { color }),
  })
  const nodes = [
    { id: 'g', type: 'group', x: -20, y: -20, width: 900, height: 480, label: 'Launch' },
    text('a', 0, '## Draft\n\nWrite the **plan**.', '4'),
    text('b', 320, 'Review it with everyone.', '2'),
    { id: 'c', type: 'file', file: 'product/pricing.md', x: 0, y: 220, width: 360, height: 200 },
    { id: 'd', type: 'link', url: 'https://example.com', x: 440, y: 220, width: 240, height: 100 },
  ]
  const edges = [
    { id: 'e', fromNode: 'a', fromSide: 'right', toNode: 'b', toSide: 'left', label: 'then' },
    { id: 'f', fromNode: 'b', fromSide: 'bottom', toNode: 'd', toSide: 'top' },
  ]
  put('Board.canvas', JSON.stringify({ nodes, edges }))
  put('paper.pdf', twoPages())
  put('picture.png', readFileSync(join(FOLDER, 'chat-light.png')))
}

function twoPages(): string {
  const content = (words: string) => `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`
  const stream = (words: string) =>
    `<< /Length ${content(words).length} >>\nstream\n${content(words)}\nendstream`
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /F1 7 0 R >> >> >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream('Kiln report, page one'),
    stream('What remains, page two'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, number) => {
    const place = text.length
    text += `${number + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
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
