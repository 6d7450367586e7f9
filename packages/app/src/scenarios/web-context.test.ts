import { noticeWords, type TurnView } from '@varve/contract'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedFetch } from '@varve/net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const PAGE = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${'<p>High water is at noon on most days of the week.</p>'.repeat(20)}</article>`

let site: Server
let asked: string[] = []
let it: SimulatedApp

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/dot.png')
      response.setHeader('content-type', 'image/png').end(Buffer.from(PIXEL, 'base64'))
    else response.setHeader('content-type', 'text/html').end(PAGE)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterAll(() => site.close())

beforeEach(async () => {
  asked = []
  const { port } = site.address() as AddressInfo
  it = await simulatedApp({ fetchPage: createGuardedFetch({ allow: (place) => place.port === port }) })
})

afterEach(() => it.remove())

const at = (path: string): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
const lastBody = (): string => JSON.stringify(it.simulator.requests.at(-1)?.body ?? '')

async function ask(
  attach: readonly string[],
  more: { readonly active?: string; readonly remoteImages?: boolean } = {},
): Promise<TurnView> {
  const { chatId } = it
  const modelId = 'anthropic/claude-sonnet-4-5'
  const message = { workspaceId: WORKSPACE, chatId, text: 'When is high water?', attach, modelId, ...more }
  return lastTurn(await collect(it.app, (await it.app.sendMessage(message)).answerId))
}

test('a page comes as readable text, and is fetched once while fresh', async () => {
  const turn = await ask([at('/tides')])
  expect(turn.attachments).toMatchObject([{ kind: 'url', title: 'Tides', form: 'full' }])
  expect(lastBody()).toContain('High water is at noon')
  expect(lastBody()).not.toContain('<article>')
  expect((await ask([at('/tides')])).attachments).toMatchObject([{ form: 'reference' }])
  expect(asked).toEqual(['/tides'])
})

test('a failed page is left out with a notice, and the message is sent', async () => {
  const turn = await ask(['http://127.0.0.1:9/none', 'http://169.254.169.254/latest/meta-data'])
  expect(turn.attachments).toEqual([])
  expect(turn.notices).toHaveLength(2)
  expect(turn.answer.status).toBe('complete')
})

test('an invalid web address is left out, also as a picture of the open note', async () => {
  it.write('shown.md', '![a](https://)')
  const turn = await ask(['https://exa mple.com/', 'https://', at('/tides')], {
    active: 'shown.md',
    remoteImages: true,
  })
  expect(turn.attachments).toMatchObject([{ key: 'shown.md' }, { title: 'Tides' }])
  expect(turn.notices?.map(noticeWords)).toEqual([
    '"https://" is not an address of the web and was left out.',
    '"https://exa mple.com/" is not an address of the web and was left out.',
  ])
})

test('[V-1] remote pictures are fetched for the open note only, with consent', async () => {
  it.write('shown.md', `![a](${at('/dot.png')})`)
  await ask([], { active: 'shown.md' })
  expect(asked).toEqual([])
  const { omissions } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 })
  expect(omissions).toMatchObject([{ key: expect.stringContaining('dot.png') }])
  const draft = {
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    text: 'x',
    modelId: 'anthropic/claude-sonnet-4-5',
  }
  const offered = { ...draft, attach: [], active: 'shown.md' }
  expect((await it.app.forecastTurn(offered)).remoteImages).toEqual([at('/dot.png')])
  expect((await it.app.forecastTurn({ ...draft, attach: ['shown.md'] })).remoteImages).toBeUndefined()
  expect((await it.app.forecastTurn({ ...offered, modelId: 'offline' })).remoteImages).toBeUndefined()
  expect(asked).toEqual([])
  await ask(['shown.md'], { remoteImages: true })
  expect(asked).toEqual([])
  await ask([], { active: 'shown.md', remoteImages: true })
  expect(asked).toEqual(['/dot.png'])
  expect(lastBody()).toContain(PIXEL)
})
