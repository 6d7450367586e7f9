import type { ChatView } from '@varve/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchChatAnew } from './queries.ts'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server whose answers to calls for the chat are given one by one, in any order. */
function answerByHand(): readonly ((turns: readonly string[]) => void)[] {
  const answers: ((turns: readonly string[]) => void)[] = []
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answers.push((turns) => resolve(Response.json({ id: 'c', turns })))
      }),
  )
  return answers
}

/** The page watches the chat from the moment it has an id: its first call may be on its way when one sends. */
function watched() {
  const client = new QueryClient()
  const queryKey = keys.chat('c')
  const seen: unknown[] = []
  const observer = new QueryObserver<ChatView>(client, { queryKey, queryFn: () => routes.chat('c') })
  const stop = observer.subscribe(({ data }) => data && seen.push(data.turns))
  return { client, seen, stop, shown: () => client.getQueryData<ChatView>(queryKey)?.turns }
}

describe('a refetched chat', () => {
  test('has what was just sent, even while an older call is pending', async () => {
    const answers = answerByHand()
    const { client, seen, stop, shown } = watched()
    expect(answers).toHaveLength(1)
    const fetched = fetchChatAnew(client, 'c')
    expect(answers).toHaveLength(2)
    answers[0]?.([])
    answers[1]?.(['sent'])
    expect((await fetched).turns).toEqual(['sent'])
    expect(shown()).toEqual(['sent'])
    expect(seen).not.toContainEqual([])
    stop()
  })

  test('keeps it when the older call ends last', async () => {
    const answers = answerByHand()
    const { client, stop, shown } = watched()
    const fetched = fetchChatAnew(client, 'c')
    answers[1]?.(['sent'])
    await fetched
    answers[0]?.([])
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(shown()).toEqual(['sent'])
    stop()
  })

  test('two at once both get the newer one', async () => {
    const answers = answerByHand()
    const { client, stop } = watched()
    const both = Promise.all([fetchChatAnew(client, 'c'), fetchChatAnew(client, 'c')])
    answers[2]?.(['first', 'second'])
    expect((await both).map(({ turns }) => turns)).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ])
    stop()
  })
})
