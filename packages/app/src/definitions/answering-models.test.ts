import { noticeWords, type TurnView } from '@varve/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp({ providers: { environment: { DEEPSEEK_API_KEY: '' } } })
})

afterEach(() => it.remove())

const GPT = 'openai/gpt-5.6'
const CLAUDE = 'anthropic/claude-sonnet-4-5'
const WITHOUT_KEY = 'deepseek/deepseek-v4-flash'
const define = (kind: 'agent' | 'project', id: string, fields: string) => {
  const content = `---\nname: ${id}\ndescription: One of ours.\n${fields}\n---\nBe brief.\n`
  return it.app.writeDefinition({ workspaceId: WORKSPACE, kind, id, content })
}
const asked = () => it.simulator.requests.filter(({ model }) => model !== undefined).map(({ model }) => model)
const place = (chatId = it.chatId) => ({ workspaceId: WORKSPACE, chatId })

async function send(text: string, models: readonly string[] = [], chatId = it.chatId): Promise<TurnView> {
  const chosen = models.length === 0 ? {} : { modelIds: models }
  const { answerIds } = await it.app.sendMessage({ ...place(chatId), text, attach: [], ...chosen })
  const turns = await Promise.all(answerIds.map(async (id) => lastTurn(await collect(it.app, id))))
  return turns[0] as TurnView
}

describe('the model of an agent', () => {
  test('answers a message that calls it, whatever is chosen; the forecast says so, and the next message goes back', async () => {
    await define('agent', 'poet', `model: ${CLAUDE}`)
    const draft = { ...place(), text: '@poet Rhyme.', attach: [], modelIds: [GPT] }
    const { agentModel } = await it.app.forecastTurn(draft)
    expect(agentModel).toMatchObject({ agent: 'poet', modelId: CLAUDE })
    const turn = await send('@poet Rhyme.', [GPT])
    expect(turn).toMatchObject({ agent: 'poet', answer: { modelId: CLAUDE } })
    expect(turn.notices).toBeUndefined()
    expect((await it.app.openChat(place())).title).toBe('Rhyme.')
    const next = await send('Thanks.', [GPT])
    expect(next.answer.modelId).toBe(GPT)
    expect(next).not.toHaveProperty('agent')
    expect(asked()).toEqual(['claude-sonnet-4-5', 'gpt-5.6'])
  })

  test('if it is unavailable the chosen one answers, and one notice says why', async () => {
    await define('agent', 'poet', `model: ${WITHOUT_KEY}`)
    await define('agent', 'ghost', 'model: nobody/none')
    const { notices = [], agentModel } = await it.app.forecastTurn({
      ...place(),
      text: '@poet Rhyme.',
      attach: [],
      modelIds: [GPT],
    })
    expect(agentModel).toBeUndefined()
    expect(notices.map(noticeWords)[0]).toMatch(
      /^The agent "poet" asks for the model deepseek.*There is no key for DeepSeek.*GPT.* answers instead\.$/,
    )
    const turn = await send('@poet Rhyme.', [GPT])
    expect([turn.answer.modelId, turn.notices]).toEqual([GPT, notices])
    expect((await send('@poet Again.', [GPT])).notices).toBeUndefined()
    expect((await send('@ghost Boo.', [GPT])).notices?.map(noticeWords)[0]).toContain(
      'There is no such model here.',
    )
  })

  test('in a chat of that agent it answers unless another one was chosen; several chosen ones stay', async () => {
    await define('agent', 'poet', `model: ${CLAUDE}`)
    await it.app.setChatSettings({ ...place(), settings: { agent: 'poet' } })
    expect((await send('Rhyme.')).answer.modelId).toBe(CLAUDE)
    expect((await send('Rhyme.', [GPT])).answer.modelId).toBe(GPT)
    const both = await send('@poet Rhyme.', [GPT, 'google/gemini-2.5-pro'])
    expect(both.answers.map(({ modelId }) => modelId)).toEqual([GPT, 'google/gemini-2.5-pro'])
    expect(both.notices?.map(noticeWords)[0]).toContain('the 2 models that you chose answer')
  })
})

describe('a project', () => {
  test('lists its chats, begins new ones, and its first available model answers', async () => {
    await define('project', 'harbour', `models: [${WITHOUT_KEY}, ${CLAUDE}]`)
    const { id: chatId, project } = await it.app.createChat({ workspaceId: WORKSPACE, project: 'harbour' })
    expect(project).toBe('harbour')
    expect((await send('Tides?', [], chatId)).answer.modelId).toBe(CLAUDE)
    await define('project', 'harbour-two', 'models: []')
    const other = await it.app.createChat({ workspaceId: WORKSPACE, project: 'harbour-two' })
    const list = (name?: string) => it.app.listChats({ workspaceId: WORKSPACE, project: name, limit: 10 })
    expect(await list('harbour')).toMatchObject([{ id: chatId, project: 'harbour', title: 'Tides?' }])
    expect((await list('harbour-two')).map(({ id }) => id)).toEqual([other.id])
    expect(await list('harb')).toEqual([])
    expect(await list()).toHaveLength(3)
    const found = await it.app.searchChats({ workspaceId: WORKSPACE, text: '', project: 'harbour' })
    expect(found.hits.map(({ chat }) => chat.id)).toEqual([chatId])
    for (const name of ['a/b', 'nope'])
      await expect(it.app.createChat({ workspaceId: WORKSPACE, project: name })).rejects.toMatchObject({
        code: 'message-invalid',
      })
    expect(await list()).toHaveLength(3)
  })

  test('says when none of its models is available', async () => {
    await define('project', 'harbour', `models: [${WITHOUT_KEY}]`)
    const { id } = await it.app.createChat({ workspaceId: WORKSPACE, project: 'harbour' })
    const turn = await send('Tides?', [], id)
    expect(turn.notices?.map(noticeWords)[0]).toMatch(
      /^No model of the project "harbour" is available\. There is no key/,
    )
  })
})
