import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'
import type { TurnView } from '@varve/contract'
import { bodiesFrom, CLAUDE, newChat, scriptOf } from '../../testing/scenarios/runner-chat.ts'

const CITING = ['vault-qa', 'plus', 'agent', 'project'] as const
type Citing = (typeof CITING)[number]

const CARD = '4111 1111 1111 1111'

/** Each is changed by one test: the index is made once. */
const PLACES = { 'vault-qa': 'meadow', plus: 'orchard', agent: 'heathland', project: 'marsh' } as const
const textOf = (place: string) => `# The ${place}\n\nThe ${place} is mown in June.\n`

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.write('pond.md', '# Pond\n\nThe roses by the pond need no water.\n')
  for (const place of Object.values(PLACES)) it.write(`${place}.md`, textOf(place))
  it.write(`${CARD}.md`, '# Yellow\n\nTulips are yellow.\n')
})
afterAll(() => it.remove())

/** An agent is given no numbers: it lists what it used. */
const LIST = '\n\n[^1]: garden.md, lines 1-3\n[^2]: pond.md, lines 1-3'
const isGiven = (runner: Citing) => runner === 'vault-qa' || runner === 'plus'

async function answered(runner: Citing, text: string): Promise<TurnView['answer']> {
  const chatId = await newChat(it, runner)
  it.simulator.play(...scriptOf(runner, [{ tool: 'localSearch', args: { query: 'roses water' } }], text))
  return (await it.ask(chatId, 'When do the roses need water?', [], CLAUDE)).answer
}

test.each(CITING)('%s: a repeated source is listed once, and numbers have no gaps', async (runner) => {
  const text = `By the pond never[^2], else on Mondays[^1], as said[^2][^1].${isGiven(runner) ? '' : LIST}`
  const { text: shown, sources } = await answered(runner, text)
  expect(shown).toBe('By the pond never[^1], else on Mondays[^2], as said[^1][^2].')
  expect(sources?.map(({ number }) => number)).toEqual([1, 2])
  expect(sources?.map(({ path }) => path).sort()).toEqual(['garden.md', 'pond.md'])
})

test.each(CITING)('%s: an answer without citations lists nothing', async (runner) => {
  const { text, sources } = await answered(runner, 'On Mondays.')
  expect(text).toBe('On Mondays.')
  expect(sources ?? []).toEqual([])
})

test.each(CITING)('%s: an invalid citation is removed, and everything found is listed', async (runner) => {
  const { text, sources } = await answered(runner, 'On Mondays[^77].')
  expect(text).toBe('On Mondays.')
  expect(sources?.map(({ number }) => number)).toEqual(sources?.map((_, index) => index + 1))
  expect(sources?.map(({ path }) => path)).toEqual(expect.arrayContaining(['garden.md', 'pond.md']))
})

test.each(CITING)('%s: a wrong number beside a right one is removed', async (runner) => {
  const { text, sources } = await answered(runner, `Mondays[^1], never[^77].${isGiven(runner) ? '' : LIST}`)
  expect(text).toBe('Mondays[^1], never.')
  expect(sources).toHaveLength(1)
})

test.each(['plus', 'agent', 'project'] as const)(
  '%s: a private file name is not sent, and its citation opens the file',
  async (runner) => {
    const chatId = await newChat(it, runner)
    const first = bodiesFrom(it, 0).length
    const search = { tool: 'localSearch', args: { query: 'tulips yellow', limit: 1 } }
    const list = runner === 'plus' ? '' : '\n\n[^1]: <<CREDIT_CARD_1>>.md, lines 1-3'
    it.simulator.play(...scriptOf(runner, [search], `Yellow[^1].${list}`))
    const { answer } = await it.ask(chatId, 'Which are yellow?', [], CLAUDE)
    expect(answer).toMatchObject({ status: 'complete', text: 'Yellow[^1].' })
    expect(answer.sources?.map(({ path }) => path)).toEqual([`${CARD}.md`])
    const last = bodiesFrom(it, first).at(-1) ?? ''
    expect(last).toContain('<<CREDIT_CARD_1>>.md')
    expect(last).not.toContain('4111')
  },
)

test('agent: only files it read or searched are sources', async () => {
  const chatId = await newChat(it, 'agent')
  const made = '[^1]: ../../../etc/passwd, lines 1–5\n[^2]: pond.md, lines 1–3'
  it.simulator.play({ kind: 'answer', text: `On Mondays [^1], never [^2].\n\n${made}` })
  const first = await it.ask(chatId, 'When do the roses need water?', [], CLAUDE)
  expect(first.answer).toMatchObject({ text: 'On Mondays, never.', sources: [] })
  const looks = [
    { tool: 'read', args: { path: 'garden.md' } },
    { tool: 'grep', args: { pattern: 'pond' } },
  ]
  it.simulator.play(...scriptOf('agent', looks, `On Mondays [^1], never [^2].${LIST}`))
  const second = await it.ask(chatId, 'Look.', [], CLAUDE)
  expect(second.answer.text).toMatch(/On Mondays \[\^1\], never \[\^2\]\.$/)
  expect(second.answer.sources?.map(({ path }) => path)).toEqual(['garden.md', 'pond.md'])
})

test.each(CITING)('%s: a citation opens the file, and says if it changed or is gone', async (runner) => {
  const place = PLACES[runner]
  const name = `${place}.md`
  const chatId = await newChat(it, runner)
  const search = { tool: 'localSearch', args: { query: place, limit: 1 } }
  const list = isGiven(runner) ? '' : `\n\n[^1]: ${name}, lines 1-3`
  it.simulator.play(...scriptOf(runner, [search], `In June[^1].${list}`))
  const { id, answer } = await it.ask(chatId, `${place}?`, [], CLAUDE)
  const path = answer.sources[0]?.path ?? ''
  const source = () => it.app.readSource({ workspaceId: WORKSPACE, chatId, turn: id, path })
  expect(await source()).toMatchObject({ path: name, content: textOf(place), changed: 'no', isNow: true })
  it.write(name, '# Nothing\n')
  expect(await source()).toMatchObject({ content: '# Nothing\n', changed: 'changed' })
  rmSync(join(it.root, name))
  expect(await source()).toMatchObject({ content: '', changed: 'missing' })
  const other = it.app.readSource({ workspaceId: WORKSPACE, chatId, turn: id, path: 'pond.md' })
  await expect(other).rejects.toMatchObject({ message: 'Turn 1 of this chat did not have "pond.md".' })
})
