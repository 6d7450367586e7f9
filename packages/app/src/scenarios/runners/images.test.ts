import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import { bodiesFrom, CLAUDE, countOf, GPT, newChat, scriptOf } from '../../testing/scenarios/runner-chat.ts'

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const FORMS: Readonly<Record<string, string>> = {
  'a wiki link': 'See ![[dot.png]].',
  'a Markdown link': 'See ![a dot](dot.png).',
  'a data URI': `See ![a dot](data:image/png;base64,${PIXEL}).`,
}

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  writeFileSync(join(it.root, 'dot.png'), Buffer.from(PIXEL, 'base64'))
  for (const [index, text] of Object.values(FORMS).entries())
    it.write(`form-${index}.md`, `# Form\n\n${text}\n`)
})
afterAll(() => it.remove())

interface Sent {
  readonly bodies: readonly string[]
  readonly omitted: readonly string[]
}

async function send(
  runner: 'plus' | 'agent',
  modelId: string,
  more: { readonly active?: string; readonly attach?: readonly string[] },
): Promise<Sent> {
  const chatId = await newChat(it, runner)
  const first = bodiesFrom(it, 0).length
  it.simulator.play(...scriptOf(runner, [{ tool: 'grep', args: { pattern: 'launch' } }], 'A dot.'))
  const message = { workspaceId: WORKSPACE, chatId, text: 'What is on it?', attach: [], modelId, ...more }
  const turn = lastTurn(await collect(it.app, (await it.app.sendMessage(message)).answerId))
  expect(turn.answer).toMatchObject({ status: 'complete', text: 'A dot.' })
  const { omissions } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 1 })
  return { bodies: bodiesFrom(it, first), omitted: omissions.map(({ key }) => key) }
}

/** A planner reads names only; anyone who answers sees the picture, before and after tools. */
const expectedCounts = (runner: 'plus' | 'agent', isShown: boolean) =>
  runner === 'plus' ? [0, isShown ? 1 : 0] : [isShown ? 1 : 0, isShown ? 1 : 0]

const pictures = (body: string) => countOf(body, '"type":"image"') + countOf(body, '"type":"input_image"')

describe.each(['plus', 'agent'] as const)('%s', (runner) => {
  describe.each([CLAUDE, GPT])('%s', (modelId) => {
    test.each(Object.keys(FORMS))('%s of the open note is sent', async (form) => {
      const active = `form-${Object.keys(FORMS).indexOf(form)}.md`
      const { bodies, omitted } = await send(runner, modelId, { active })
      expect(bodies.map(pictures)).toEqual(expectedCounts(runner, true))
      expect(bodies.at(-1)).toContain(PIXEL)
      expect(omitted.filter((key) => key.startsWith(active))).toEqual([])
    })

    test.each(Object.keys(FORMS))('%s of an attached note is left out, and reported', async (form) => {
      const path = `form-${Object.keys(FORMS).indexOf(form)}.md`
      const { bodies, omitted } = await send(runner, modelId, { attach: [path] })
      expect(bodies.map(pictures)).toEqual(expectedCounts(runner, false))
      expect(omitted).toContainEqual(expect.stringContaining(`${path}#`))
    })

    test.each(['with', 'without'])('a pasted picture is sent, %s an open note', async (how) => {
      const bytes = Buffer.from(PIXEL, 'base64')
      const { id } = await it.app.uploadFile({ workspaceId: WORKSPACE, name: 'pasted.png', bytes })
      const open = how === 'with' ? { active: 'plan.md' } : {}
      const { bodies } = await send(runner, modelId, { attach: [`upload:${id}`], ...open })
      expect(bodies.map(pictures)).toEqual(expectedCounts(runner, true))
      expect(bodies.at(-1)).toContain(PIXEL)
    })
  })
})
