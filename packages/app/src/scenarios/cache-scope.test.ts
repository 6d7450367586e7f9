import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTestPng } from '@varve/workspace/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const claude = 'anthropic/claude-sonnet-4-5'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const inspect = (turn: number) => it.app.inspectTurn({ ...place(), turn })

async function send(
  text: string,
  more: { attach?: readonly string[]; active?: string } = {},
  modelId = claude,
) {
  const { answerId } = await it.app.sendMessage({ ...place(), text, attach: [], modelId, ...more })
  await collect(it.app, answerId)
}

/** A long note, and a picture with the second message. */
async function talk(modelId = claude): Promise<void> {
  it = await simulatedApp()
  writeFileSync(
    join(it.root, 'dot.png'),
    writeTestPng(8, 8, () => [1, 2, 3, 255]),
  )
  await send('Read it.', { attach: ['tides.md'] }, modelId)
  await send('And this?', { attach: ['dot.png'] }, modelId)
}

describe('[P-8] explanation, forecast and reason agree', () => {
  test('a first picture empties Anthropic’s cache: the reason says so, and the forecast counts it', async () => {
    await talk()
    const { divergence, fresh, predicted } = await inspect(2)
    expect(predicted.cached).toBeLessThan(predicted.input / 10)
    expect(divergence).toContain('The first picture came')
    expect(divergence).not.toContain('only appends')
    expect(fresh?.newTokens).toBeGreaterThan(predicted.input * 0.8)
    expect(fresh?.breakUSD).toBeGreaterThan(0)
    const { turns } = await it.app.openChat(place())
    expect(turns[1]?.answer.prefix?.broke).toMatchObject({ reason: 'image', tokens: expect.any(Number) })
    await send('And then?')
    const third = await inspect(3)
    expect(third.divergence).toContain('only appends')
    expect(third.predicted.cached).toBeGreaterThan(third.predicted.input / 2)
  })

  test('a picture breaks nothing for a provider that ignores them', async () => {
    await talk('openai/gpt-5.6')
    const { divergence, predicted } = await inspect(2)
    expect(divergence).toContain('only appends')
    expect(predicted.cached).toBeGreaterThan(predicted.input / 2)
  })

  test('[V-1] a remote picture that was never sent is not listed as old', async () => {
    it = await simulatedApp()
    it.write('seen.md', 'See ![far](https://example.org/far.png).\n')
    await send('What is on it?', { active: 'seen.md' })
    await send('More.', { attach: ['plan.md'] })
    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    await send('And now?')
    const { epoch, omissions, request } = await inspect(3)
    expect(epoch.id).toBe(2)
    expect(omissions.filter(({ key }) => key.includes('far.png')).map(({ reason }) => reason)).toEqual([
      'remote images are fetched only with your consent',
    ])
    expect(JSON.stringify(request)).not.toContain('shown in turn')
  })
})
