import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { startCommitCutter } from '../testing/commit-cutter.ts'
import { sharedDatabase } from '../testing/shared-database.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

const TEXT = 'The end of the story.'

async function loseCommit(context: TestContext, isHeard: boolean): Promise<void> {
  const { url, root, open } = await sharedDatabase(context)
  const cutter = await startCommitCutter({ url, mark: TEXT, isHeard })
  const { app, store, model, events, reports } = await open(cutter.url)
  onTestFinished(async () => {
    await app.close()
    await cutter.close()
  })
  const workspace = { id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
  await store.commit([store.workspaces.insert(workspace)])
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const { answerId } = await app.sendMessage({ ...place, text: 'How does it end?', attach: [] })
  model.say(TEXT)
  model.end()
  await collect(app, answerId)
  const shown = async () => (await app.openChat(place)).turns[0]?.answer
  await expect.poll(async () => (await shown())?.status).toBe('complete')
  expect(await shown()).toMatchObject({ text: TEXT })
  expect(cutter.cuts()).toBe(1)
  await expect
    .poll(() => events.flatMap((event) => (event.kind === 'call-ended' ? [event.status] : [])))
    .toEqual(['complete'])
  expect(reports.filter((report) => report.includes('could not be ended'))).toEqual([])
  model.say('Yes.')
  model.end()
  const next = await app.sendMessage({ ...place, text: 'Really?', attach: [] })
  expect(lastTurn(await collect(app, next.answerId)).answer.text).toBe('Yes.')
}

test('the connection breaks while an answer’s end commits, and it did: the answer is whole, reported once, and the chat continues', (context) =>
  loseCommit(context, true))

test('the connection breaks while an answer’s end commits, and it did not: the answer is stored again, and the chat continues', (context) =>
  loseCommit(context, false))
