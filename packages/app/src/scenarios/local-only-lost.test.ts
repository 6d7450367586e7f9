import { renameSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import type { Attachable } from '../files/attachable.ts'
import type { TurnView } from '../views.ts'

const CLAUDE = 'anthropic/claude-sonnet-4-5'
const CANARY = 'CANARY-7Q'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  it.write('Varve/workspace.json', '{"localOnly":["pay/","#diary"]}')
  it.write('pay/salaries.md', `Ada earns ${CANARY}.`)
  it.write('diary.md', `Dear ${CANARY}. #diary`)
})

afterEach(() => it.remove())

async function ask(attach: readonly Attachable[], modelId: string): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    text: 'What is this?',
    attach,
    modelId,
  })
  return lastTurn(await collect(it.app, answerId))
}

async function restart(): Promise<void> {
  it = { ...it, ...(await it.reopen()), remove: it.remove }
}

/** What went to a model in the cloud. */
const sent = (): readonly string[] =>
  it.simulator.requests.map(({ bodyText }) => bodyText).filter((body) => body.includes('What is this?'))

describe('where the folder of a workspace is not there', () => {
  const away = (): void => renameSync(it.root, `${it.root}.away`)
  const back = (): void => renameSync(`${it.root}.away`, it.root)

  test.each(['after a restart', 'while it is open'])(
    'what a chat was given by it stays here, %s',
    async (when) => {
      await ask(['pay/salaries.md'], 'offline')
      if (when === 'after a restart') await restart()
      away()
      await expect(ask([], CLAUDE)).rejects.toMatchObject({
        code: 'local-only',
        message: expect.stringMatching(
          /pay\/salaries\.md.*folder.*not there.*Bring it back.*ask a model on this machine/s,
        ),
      })
      await ask([], 'offline')
      expect(sent()).toEqual([])
      back()
      await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
    },
  )

  test('a chat that was given nothing of it goes on, and one that was goes on when it is back', async () => {
    await ask([{ kind: 'paste', content: 'The tide is high.' }], CLAUDE)
    await restart()
    away()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(2)
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    back()
    await ask(['plan.md'], CLAUDE)
    away()
    await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
    back()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(4)
  })
})
