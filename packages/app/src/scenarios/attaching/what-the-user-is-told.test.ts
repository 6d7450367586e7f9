import { noticeWords } from '@varve/contract'
import { writeTestPng, writeTextPdf } from '@varve/workspace/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const SEEING = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const PNG = writeTestPng(8, 8, () => [9, 99, 199, 255])

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  return `upload:${(await it.app.uploadFile({ workspaceId: WORKSPACE, name, bytes })).id}`
}

describe('a picture', () => {
  test('pasted, opens after sending as it was sent', async () => {
    await it.ask(it.chatId, 'What is this?', [await upload('image.png', PNG)], SEEING)
    const source = await it.app.readSource({ ...place(), turn: 1, path: 'image.png' })
    expect(source.picture).toBe(`data:image/png;base64,${Buffer.from(PNG).toString('base64')}`)
  })

  test.each([SEEING, undefined])('opens correctly when two of a message share a name: %s', async (model) => {
    const pictures = [PNG, writeTestPng(9, 9, () => [1, 2, 3, 255])]
    const items = [await upload('image.png', PNG), await upload('image.png', pictures[1] ?? PNG)]
    const { attachments } = await it.ask(it.chatId, 'What are these?', items, model)
    expect(attachments?.map(({ key }) => key)).toEqual(['image.png', 'image (2).png'])
    for (const [at, { key }] of (attachments ?? []).entries()) {
      const source = await it.app.readSource({ ...place(), turn: 1, path: key })
      expect(source.picture).toBe(
        `data:image/png;base64,${Buffer.from(pictures[at] ?? []).toString('base64')}`,
      )
    }
  })

  test('in the workspace opens as a picture', async () => {
    it.write('chart.png', PNG)
    await it.ask(it.chatId, 'What is this?', ['chart.png'], SEEING)
    const source = await it.app.readSource({ ...place(), turn: 1, path: 'chart.png' })
    expect(source.picture).toMatch(/^data:image\/png;base64,/)
  })

  test.each(['pasted', 'of the workspace'])(
    'for a model without vision says so before and after sending, and still opens: %s',
    async (how) => {
      it.write('image.png', PNG)
      const item = how === 'pasted' ? await upload('image.png', PNG) : 'image.png'
      const told = expect.stringMatching(/can't see pictures.*"image\.png"/)
      const draft = await it.app.forecastTurn({ ...place(), text: 'What is this?', attach: [item] })
      expect(draft.notices?.map(noticeWords)).toContainEqual(told)
      expect(draft.attachments).toMatchObject([{ kind: 'image', form: 'omitted', unseen: true }])
      const turn = await it.ask(it.chatId, 'What is this?', [item])
      expect(turn.notices?.map(noticeWords)).toContainEqual(told)
      expect(turn.attachments).toMatchObject([{ kind: 'image', unseen: true }])
      const source = await it.app.readSource({ ...place(), turn: 1, path: 'image.png' })
      expect(source.picture).toMatch(/^data:image\/png;base64,/)
    },
  )
})

test('a model without vision says once, when it takes over, that earlier pictures are missing', async () => {
  const told = expect.stringMatching(/can't see pictures and gets only the names of earlier ones/)
  await it.ask(it.chatId, 'What is this?', [await upload('image.png', PNG)], SEEING)
  const draft = await it.app.forecastTurn({ ...place(), text: 'And this?', attach: [] })
  expect(draft.notices?.map(noticeWords)).toContainEqual(told)
  expect((await it.ask(it.chatId, 'And this?', [])).notices?.map(noticeWords)).toContainEqual(told)
  expect((await it.ask(it.chatId, 'And that?', [])).notices?.map(noticeWords) ?? []).not.toContainEqual(told)
  expect((await it.ask(it.chatId, 'Again?', [], SEEING)).notices?.map(noticeWords) ?? []).not.toContainEqual(
    told,
  )
})

describe('a PDF without text', () => {
  test.each([
    { pages: ['', ''], words: /scan\.pdf: This PDF has no text on its 2 pages/ },
    { pages: ['Some text.', ''], words: /scan\.pdf: 1 of its 2 pages have no text/ },
  ])('is described to user and model alike: $pages', async ({ pages, words }) => {
    const bytes = writeTextPdf(pages)
    it.write('scan.pdf', bytes)
    for (const item of ['scan.pdf', await upload('scan.pdf', bytes)]) {
      const draft = await it.app.forecastTurn({ ...place(), text: 'What is in it?', attach: [item] })
      expect(draft.notices?.map(noticeWords)).toContainEqual(expect.stringMatching(words))
      const turn = await it.ask(it.chatId, 'What is in it?', [item])
      expect(turn.notices?.map(noticeWords)).toContainEqual(expect.stringMatching(words))
    }
  })
})

test.each(['none.pdf', 'none.png'])('an empty file is refused everywhere: %s', async (path) => {
  const bytes = new Uint8Array()
  const refusal = { message: `"${path}" is empty.` }
  await expect(it.app.uploadFile({ workspaceId: WORKSPACE, name: path, bytes })).rejects.toMatchObject(
    refusal,
  )
  await expect(it.app.writeFile({ workspaceId: WORKSPACE, path, bytes })).rejects.toMatchObject(refusal)
  it.write(path, bytes)
  const draft = await it.app.forecastTurn({ ...place(), text: 'What is in it?', attach: [path] })
  expect(draft.notices?.map(noticeWords)).toContainEqual(expect.stringContaining(refusal.message))
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml version="1.0"?>\n<!-- ChatSources by hand. -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg"></svg:svg>',
  `<!--${' a long licence '.repeat(200)}--><!DOCTYPE svg [<!ENTITY a "b">]><svg width="1"></svg>`,
])('shows a valid SVG: %s', async (svg) => {
  it.write('drawing.svg', svg)
  const picture = await it.app.readPicture({ workspaceId: WORKSPACE, path: 'drawing.svg' })
  expect(picture.mediaType).toBe('image/svg+xml')
})

test('shows a valid SVG in UTF-16, as written on Windows', async () => {
  const svg = '\ufeff<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg"/>'
  it.write('drawing.svg', Buffer.from(svg, 'utf16le'))
  const picture = await it.app.readPicture({ workspaceId: WORKSPACE, path: 'drawing.svg' })
  expect(picture.mediaType).toBe('image/svg+xml')
})

test('a text that mentions SVG is not a picture', async () => {
  it.write('page.svg', '<html><body><svg></svg></body></html>')
  const reading = it.app.readPicture({ workspaceId: WORKSPACE, path: 'page.svg' })
  await expect(reading).rejects.toMatchObject({ code: 'file-not-text' })
})
