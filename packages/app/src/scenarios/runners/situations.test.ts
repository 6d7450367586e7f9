import { noticeWords, type TurnView } from '@varve/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_PORT, type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'
import { untilEnded } from '../../testing/until-ended.ts'
import {
  bodiesFrom,
  CLAUDE,
  countOf,
  GPT,
  type LookUp,
  newChat,
  type RunnerName,
  RUNNERS,
  scriptOf,
  WITH_TOOLS,
} from '../../testing/scenarios/runner-chat.ts'

const GONE = 'deepseek/deepseek-v4-flash'
const QUESTION = 'When do the roses need water?'
const SEARCH: LookUp = { tool: 'localSearch', args: { query: 'roses water' } }

let it: SimulatedApp

beforeAll(async () => {
  const environment = { DEEPSEEK_BASE_URL: `http://127.0.0.1:${NO_PORT}` }
  it = await simulatedApp({ providers: { environment } })
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.write('pond.md', '# Pond\n\nThe roses by the pond need no water.\n')
})
afterAll(() => it.remove())

interface Asked {
  readonly turn: TurnView
  readonly bodies: readonly string[]
  readonly chatId: string
}

async function ask(runner: RunnerName, lookUps: readonly LookUp[], answer: string): Promise<Asked> {
  const chatId = await newChat(it, runner)
  const first = bodiesFrom(it, 0).length
  it.simulator.play(...scriptOf(runner, lookUps, answer))
  const turn = await it.ask(chatId, QUESTION, [], CLAUDE)
  return { turn, bodies: bodiesFrom(it, first), chatId }
}

/** Tools and what became of them; the planner of `plus` aside. */
const used = ({ answer }: TurnView) =>
  (answer.steps ?? [])
    .flatMap(({ calls }) => calls.map(({ tool, status }) => `${tool} ${status}`))
    .filter((words) => !words.startsWith('planner'))

describe('no tools', () => {
  test.each(RUNNERS)('%s answers, and the question is once in each request', async (runner) => {
    const { turn, bodies } = await ask(runner, [], 'I do not know.')
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'I do not know.' })
    expect(used(turn)).toEqual([])
    expect(bodies).toHaveLength(runner === 'plus' ? 2 : 1)
    for (const body of bodies) expect(countOf(body, QUESTION)).toBe(1)
    expect(bodies.join().includes('Speak of the harbour.')).toBe(runner === 'project')
    expect(bodies.join().includes('The launch is on 12 December.')).toBe(runner === 'project')
  })
})

describe('search only', () => {
  test.each([...WITH_TOOLS, 'vault-qa'] as const)('%s answers from what was found', async (runner) => {
    const { turn, bodies } = await ask(runner, [SEARCH], 'On Mondays.')
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'On Mondays.' })
    expect(used(turn)).toEqual(runner === 'vault-qa' ? [] : ['localSearch done'])
    expect(bodies.at(-1)).toContain('The roses need water on Mondays.')
    expect(bodies).toHaveLength(runner === 'vault-qa' ? 1 : 2)
  })
})

describe('mixed tools', () => {
  test.each(WITH_TOOLS)('%s uses several at once, in order', async (runner) => {
    const { turn, bodies } = await ask(
      runner,
      [SEARCH, { tool: 'grep', args: { pattern: 'launch' } }, { tool: 'read', args: { path: 'pond.md' } }],
      'On Mondays, before the launch.',
    )
    expect(turn.answer.status).toBe('complete')
    expect(used(turn)).toEqual(['localSearch done', 'grep done', 'read done'])
    const last = bodies.at(-1) ?? ''
    const places = ['on Mondays', 'launch is on 12 December', 'of 3, hash'].map((part) => last.indexOf(part))
    expect(Math.min(...places)).toBeGreaterThan(0)
    // What a project pins is before all of it.
    if (runner !== 'project') expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(bodies).toHaveLength(2)
  })
})

describe('a failing tool', () => {
  test.each(WITH_TOOLS)('%s is told the error, uses the rest, and answers', async (runner) => {
    const missing = { tool: 'read', args: { path: 'missing.md' } }
    const { turn, bodies } = await ask(runner, [missing, SEARCH], 'On Mondays.')
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'On Mondays.' })
    expect(used(turn)).toEqual(['read failed', 'localSearch done'])
    expect(bodies.at(-1)).toMatch(/There is no \\"missing\.md\\" in the workspace/)
    expect(bodies.at(-1)).toContain('on Mondays')
  })
})

describe('a plan or arguments that are not JSON', () => {
  test.each(WITH_TOOLS)('%s says so and answers', async (runner) => {
    const chatId = await newChat(it, runner)
    const first = bodiesFrom(it, 0).length
    const broken = '{"query": "roses"'
    it.simulator.play(
      runner === 'plus'
        ? { kind: 'answer', text: broken }
        : { kind: 'answer', calls: [{ tool: 'localSearch', arguments: broken }] },
      { kind: 'answer', text: 'From memory.' },
    )
    const turn = await it.ask(chatId, QUESTION, [], CLAUDE)
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'From memory.' })
    if (runner === 'plus')
      expect(turn.notices?.map(noticeWords).join()).toContain("can't be used: it was no JSON")
    else expect(bodiesFrom(it, first).at(-1)).toContain('The arguments of localSearch are not JSON')
  })
})

describe('a loop', () => {
  test.each(['agent', 'project'] as const)(
    '%s ends at the limit, says so, and continues when asked',
    async (runner) => {
      const chatId = await newChat(it, runner)
      const first = bodiesFrom(it, 0).length
      it.simulator.play(
        ...Array.from({ length: 25 }, (_, index) => ({
          kind: 'answer' as const,
          calls: [{ tool: 'glob', arguments: JSON.stringify({ pattern: `*${index}*` }) }],
        })),
      )
      const turn = await it.ask(chatId, QUESTION, [], CLAUDE)
      expect(turn.answer.status).toBe('stopped')
      expect(turn.answer.usage?.warnings?.map(noticeWords).join()).toContain(
        'used tools 25 times, which is the limit',
      )
      expect(bodiesFrom(it, first)).toHaveLength(25)
      it.simulator.play({ kind: 'answer', text: 'Enough.' })
      expect((await it.ask(chatId, 'Go on.', [], CLAUDE)).answer).toMatchObject({ text: 'Enough.' })
    },
  )
})

describe('two models, one failing', () => {
  test.each(RUNNERS)('%s: the other answers, and the error is in no later request', async (runner) => {
    const chatId = await newChat(it, runner)
    const place = { workspaceId: WORKSPACE, chatId }
    it.simulator.play(...scriptOf(runner, [SEARCH], 'On Mondays.'))
    const sending = it.app.sendMessage({ ...place, text: QUESTION, attach: [], modelIds: [CLAUDE, GONE] })
    const { turns } = await untilEnded(it.app, chatId, sending)
    const [own, gone] = turns[0]?.answers ?? []
    expect(own).toMatchObject({ modelId: CLAUDE, status: 'complete', text: 'On Mondays.' })
    expect(gone).toMatchObject({ modelId: GONE, status: 'failed', errorCode: 'unreachable', text: '' })
    const first = bodiesFrom(it, 0).length
    it.simulator.play(...scriptOf(runner, [], 'You are welcome.'))
    const next = await it.ask(chatId, 'Thanks.', [], GPT)
    expect(next.answer).toMatchObject({ status: 'complete', text: 'You are welcome.' })
    const last = bodiesFrom(it, first).at(-1) ?? ''
    expect(countOf(last, 'On Mondays.')).toBeGreaterThanOrEqual(1)
    expect(last).not.toContain(gone?.error ?? 'no error')
    expect(last).not.toMatch(/does not answer|unreachable|\[no answer\]/)
  })
})

describe('switching models there and back', () => {
  test.each(RUNNERS)(
    '%s: each reads everything said, and the first finds its cache again',
    async (runner) => {
      const chatId = await newChat(it, runner)
      const asked: TurnView[] = []
      const first = bodiesFrom(it, 0).length
      for (const [index, modelId] of [CLAUDE, GPT, CLAUDE].entries()) {
        it.simulator.play(...scriptOf(runner, [SEARCH], `Answer ${index}, on Mondays.`))
        const text = `${QUESTION} (${index})`
        const attach = index === 0 ? ['tides.md'] : []
        asked.push(await it.ask(chatId, text, attach, modelId))
      }
      expect(asked.map(({ answer }) => answer.status)).toEqual(['complete', 'complete', 'complete'])
      const last = bodiesFrom(it, first).at(-1) ?? ''
      for (const [index, said] of ['Answer 0, on Mondays.', 'Answer 1, on Mondays.'].entries()) {
        expect(countOf(last, said)).toBe(1)
        expect(countOf(last, `${QUESTION} (${index})`)).toBeGreaterThanOrEqual(1)
      }
      expect(asked[2]?.answer.usage?.cached).toBeGreaterThan(1024)
    },
  )
})
