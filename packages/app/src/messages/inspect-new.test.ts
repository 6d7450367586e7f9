import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import type { InspectionView } from '../views.ts'

const MODEL = 'anthropic/claude-sonnet-5-5'
const HOUR = 3_600_000
let it: SimulatedApp
let now = Date.UTC(2026, 0, 1)

beforeEach(async () => {
  it = await simulatedApp({ now: () => now })
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const ask = (text: string, attach: readonly string[] = []) => it.ask(it.chatId, text, attach, MODEL)
const inspect = (turn: number) => it.app.inspectTurn({ ...place(), turn })

/** What is new, in the order of the request, by the layer and the name that it has there. */
function news({ fresh, layers }: InspectionView): readonly string[] {
  return (fresh?.runs ?? []).flatMap(({ layer, from, count }) =>
    (layers.find(({ id }) => id === layer)?.segments ?? [])
      .slice(from, from + count)
      .map(({ name, label }) => `${layer} ${name}, ${label}`),
  )
}

describe('what the model reads for the first time', () => {
  test('is all of the first request, and what was appended to it afterwards', async () => {
    await ask('When is high water?', ['tides.md'])
    await ask('And on the day after?')
    const [first, second] = [await inspect(1), await inspect(2)]
    expect(first.fresh).toMatchObject({
      isFirst: true,
      keptTokens: 0,
      newTokens: first.totalTokens,
      breakUSD: 0,
    })
    expect(news(first)).toHaveLength(first.layers.flatMap(({ segments }) => segments).length)
    expect(second.fresh).toMatchObject({ isFirst: false, isCold: false, keptTokens: first.totalTokens })
    expect(news(second)).toEqual(['L4 turn 1, Answer', 'L5 turn 2, Message'])
  })

  test('begins where something was forgotten, and says what that costs', async () => {
    await ask('When is high water?', ['tides.md', 'plan.md'])
    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    await ask('And on the day after?')
    const { fresh, divergence } = await inspect(2)
    expect(divergence).toContain('forgotten')
    expect(fresh?.isFirst).toBe(false)
    expect(fresh?.breakUSD).toBeGreaterThan(0)
    expect(fresh?.keptTokens).toBeLessThan((await inspect(1)).totalTokens)
  })

  test('stands behind what was sent before, also where that has gone cold', async () => {
    await ask('When is high water?', ['tides.md'])
    now += HOUR
    await ask('And on the day after?')
    const { fresh, predicted } = await inspect(2)
    expect(predicted.cached).toBe(0)
    expect(fresh?.isCold).toBe(true)
  })
})
