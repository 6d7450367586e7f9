import { afterEach, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp

afterEach(() => it.remove())

async function chat(model: ScriptedModel, said: readonly (readonly [string, string])[]): Promise<string> {
  const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
  for (const [question, answer] of said) {
    model.say(answer)
    model.end()
    await it.ask(id, question)
  }
  return id
}

const list = (chatId: string, find?: string) => it.app.listQuestions({ workspaceId: WORKSPACE, chatId, find })

test('lists all questions of a chat in order with their places', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const id = await chat(model, [
    ['When does the\nlease end?', 'In December.'],
    ['And the deposit?', 'It stays.'],
  ])
  expect(await list(id)).toMatchObject([
    { turn: 1, snippet: 'When does the lease end?', highlights: [], found: 0 },
    { turn: 2, snippet: 'And the deposit?', highlights: [], found: 0 },
  ])
})

test('finds literal words in questions and answers, ignoring case', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const id = await chat(model, [
    ['When does the lease end?', 'The LEASE ends in December.'],
    ['And the deposit?', `${'Well, '.repeat(30)}the deposit (100 %) stays.`],
  ])
  const [first, ...others] = await list(id, 'lease')
  expect(others).toEqual([])
  expect(first).toMatchObject({ turn: 1, highlights: [[14, 19]], found: 2 })
  const [second] = await list(id, '(100 %)')
  const [[start, end] = [0, 0]] = second?.highlights ?? []
  expect(second?.snippet.slice(start, end)).toBe('(100 %)')
  expect(await list(id, '100.*')).toEqual([])
})
