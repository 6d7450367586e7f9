import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../open-store.ts'
import { StoreError } from '../../store-error.ts'
import { addWorkspaces, chat } from './here.ts'
import { type Attempt, canBeLast, History, impossibleOrder } from './history.ts'
import type { MakePlace, Place } from './place.ts'
import { plainTurn } from '../plain-turn.ts'

const RUNS = process.env.VARVE_TEST_SHARE === 'full' ? 40 : 5
const WORKSPACE = 'shared'

const step = fc.record({
  kind: fc.constantFrom<Attempt['kind']>('ask', 'stream', 'stream', 'end', 'record', 'set'),
  chat: fc.constantFrom('first', 'second'),
})
const writers = fc.array(fc.array(step, { minLength: 5, maxLength: 15 }), { minLength: 2, maxLength: 8 })

type Step = Pick<Attempt, 'kind'> & { readonly chat: string }

/** Several random writers on the same chats: nothing acknowledged is lost, nothing refused appears. */
export function concurrentWriters(makePlace: MakePlace): void {
  describe('2 to 8 writers at once', () => {
    let place: Place | undefined
    let stores: readonly Store[] = []

    beforeAll(async () => {
      const made = await makePlace()
      place = made
      const first = await made.open()
      await addWorkspaces(first, [WORKSPACE])
      const others = Array.from({ length: made.isShared ? 7 : 0 }, () => made.open())
      stores = [first, ...(await Promise.all(others))]
    })

    afterAll(() => place?.remove())

    test('no update is lost', async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(writers, async (all) => {
          run += 1
          const prefix = `run ${run}`
          const [first] = stores
          if (!first) throw new Error('There is no store.')
          await prepare(first, prefix)
          const history = new History()
          await Promise.all(
            all.map((steps, index) => {
              const store = stores[index % stores.length] ?? first
              return write(store, steps, { history, prefix, name: `${prefix}.${index}` })
            }),
          )
          await check(first, prefix, history)
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
    })
  })
}

async function prepare(store: Store, prefix: string): Promise<void> {
  for (const name of ['first', 'second']) {
    const id = `${prefix} ${name}`
    await chat({ store }, WORKSPACE, id)
  }
}

interface Writing {
  readonly history: History
  readonly prefix: string
  readonly name: string
}

async function write(
  store: Store,
  steps: readonly Step[],
  { history, prefix, name }: Writing,
): Promise<void> {
  for (const [index, { kind, chat: chatName }] of steps.entries()) {
    const token = `<${name}.${index}>`
    const conversationId = `${prefix} ${chatName}`
    const planned = await plan(store, { kind, token, conversationId, prefix })
    if (planned)
      await history.attempt(
        { kind, token, target: planned.target },
        () =>
          store.commit([...planned.statements, store.conversations.touch({ ...planned.chat, at: index })]),
        (error) => error instanceof StoreError && error.code === 'conflict',
      )
  }
}

interface Planning {
  readonly kind: Attempt['kind']
  readonly token: string
  readonly conversationId: string
  readonly prefix: string
}

/** What a writer does about what it reads, which may have changed when it is done. */
async function plan(store: Store, { kind, token, conversationId, prefix }: Planning) {
  const place = { workspaceId: WORKSPACE, conversationId }
  const chatPlace = { workspaceId: WORKSPACE, id: conversationId }
  const to = (target: string, ...statements: ReturnType<Store['settings']['set']>[]) => ({
    target,
    statements,
    chat: chatPlace,
  })
  switch (kind) {
    case 'ask': {
      const number = (await store.turns.lastSequence(WORKSPACE, conversationId)) + 1
      const turn = store.turns.append(
        plainTurn({ ...place, id: token, number, at: 0, text: token, attach: [] }),
      )
      const model = { turnId: token, modelId: 'm', modelName: 'M', startedAt: 0 }
      return to(conversationId, turn, store.answers.insert({ ...place, ...model, id: token }))
    }
    case 'stream':
    case 'end': {
      const streaming = (await store.answers.list(WORKSPACE, conversationId)).find(
        ({ status }) => status === 'streaming',
      )
      if (!streaming) return undefined
      const end = { status: 'stopped', text: token, sources: [], at: 1 } as const
      return to(
        streaming.id,
        kind === 'end' ? store.answers.finish(streaming, end) : store.answers.appendText(streaming, token),
      )
    }
    case 'record':
      return to(
        prefix,
        store.audit.append({ workspaceId: WORKSPACE, at: 0, actor: prefix, action: token, detail: 0 }),
      )
    case 'set':
      return to(conversationId, store.settings.set(WORKSPACE, conversationId, token))
    default:
      return kind satisfies never
  }
}

async function check(store: Store, prefix: string, history: History): Promise<void> {
  // These depend on nothing that another could have changed.
  const refused = history.attempts.filter(
    ({ kind, isDone }) => !isDone && (kind === 'record' || kind === 'set'),
  )
  expect(refused).toEqual([])
  for (const name of ['first', 'second']) await checkChat(store, `${prefix} ${name}`, history)
  const records = (await store.audit.list(WORKSPACE, { after: 0, most: 1_000_000 })).toSorted(
    (first, second) => first.sequence - second.sequence,
  )
  expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1))
  const own = records.filter(({ actor }) => actor === prefix).map(({ action }) => action)
  expect(impossibleOrder(own, history.done('record', prefix))).toBeUndefined()
}

async function checkChat(store: Store, id: string, history: History): Promise<void> {
  const turns = await store.turns.list(WORKSPACE, id)
  expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1))
  expect(
    impossibleOrder(
      turns.map(({ text }) => text),
      history.done('ask', id),
    ),
  ).toBeUndefined()
  for (const answer of await store.answers.list(WORKSPACE, id)) {
    const ends = history.done('end', answer.id)
    if (answer.status === 'streaming') {
      expect(ends).toEqual([])
      expect(
        impossibleOrder(answer.text.match(/<[^>]*>/g) ?? [], history.done('stream', answer.id)),
      ).toBeUndefined()
    } else expect(ends.map(({ token }) => token)).toEqual([answer.text])
  }
  const set = history.done('set', id)
  const value = await store.settings.get(WORKSPACE, id)
  if (set.length > 0) expect(canBeLast(String(value), set)).toBe(true)
}
