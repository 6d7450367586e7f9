import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import type { TurnView } from '../../views.ts'
import { CLAUDE, newChat, scriptOf } from './runner-chat.ts'

const CITING = ['vault-qa', 'plus', 'agent', 'project'] as const
type Citing = (typeof CITING)[number]

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.write('pond.md', '# Pond\n\nThe roses by the pond need no water.\n')
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

test.each(CITING)('%s: a source that is cited again is listed once, numbers have no gaps', async (runner) => {
  const text = `By the pond never[^2], else on Mondays[^1], as said[^2][^1].${isGiven(runner) ? '' : LIST}`
  const { text: shown, sources } = await answered(runner, text)
  expect(shown).toBe('By the pond never[^1], else on Mondays[^2], as said[^1][^2].')
  expect(sources?.map(({ number }) => number)).toEqual([1, 2])
  expect(sources?.map(({ path }) => path).sort()).toEqual(['garden.md', 'pond.md'])
})

test.each(CITING)('%s: an answer that cites nothing lists nothing', async (runner) => {
  const { text, sources } = await answered(runner, 'On Mondays.')
  expect(text).toBe('On Mondays.')
  expect(sources ?? []).toEqual([])
})

test.each(CITING)(
  '%s: a citation of what there is not goes, and all that was found is listed',
  async (runner) => {
    const { text, sources } = await answered(runner, 'On Mondays[^77].')
    expect(text).toBe('On Mondays.')
    expect(sources?.map(({ number }) => number)).toEqual(sources?.map((_, index) => index + 1))
    expect(sources?.map(({ path }) => path)).toEqual(expect.arrayContaining(['garden.md', 'pond.md']))
  },
)

test.each(CITING)('%s: a wrong number beside a right one is left out', async (runner) => {
  const { text, sources } = await answered(runner, `Mondays[^1], never[^77].${isGiven(runner) ? '' : LIST}`)
  expect(text).toBe('Mondays[^1], never.')
  expect(sources).toHaveLength(1)
})
