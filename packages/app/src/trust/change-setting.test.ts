import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { rememberForeign } from '../definitions/foreign-files.ts'
import { addToolRules } from '../tools/rules/change-tool-rules.ts'
import { readToolRules } from '../tools/rules/tool-rules.ts'

let it: TemporaryApp

beforeEach(async () => {
  it = await temporaryApp([])
})

afterEach(() => it.remove())

const PATHS = Array.from({ length: 20 }, (_, index) => `page-${index}.md`)

test('parallel answers lose no untrusted-file record of each other', async () => {
  const remembered = PATHS.map((path) =>
    rememberForeign(it, WORKSPACE, {
      changes: [{ kind: 'create', path, after: '' }],
      isUntrusted: true,
      wasForeign: () => false,
    }),
  )
  await Promise.all(remembered)
  const stored = (await it.store.settings.get(WORKSPACE, 'foreignFiles')) as readonly string[]
  expect(stored.toSorted()).toEqual(PATHS.toSorted())
})

test('nor do parallel “always allow” choices', async () => {
  const context = { store: it.store, clock: { now: () => 0 } }
  const allowed = PATHS.map((path) => ({ tool: 'write', path, decision: 'run' }) as const)
  await Promise.all(allowed.map((rule) => addToolRules(context, { workspaceId: WORKSPACE, rules: [rule] })))
  const rules = await readToolRules(it.store, WORKSPACE)
  expect(rules.map(({ path }) => path ?? '').toSorted()).toEqual(PATHS.toSorted())
})

test('an untrusted file stays untrusted when moved, under either name', async () => {
  const move = (from: string, path: string) =>
    rememberForeign(it, WORKSPACE, {
      changes: [{ kind: 'move', from, path, after: '' }],
      isUntrusted: false,
      wasForeign: (name) => name === 'Varve/chats/old.md',
    })
  await move('Varve/chats/old.md', 'Notes/old.md')
  await move('notes/old.md', 'new.md')
  await move('mine.md', 'still-mine.md')
  expect(await it.store.settings.get(WORKSPACE, 'foreignFiles')).toEqual(['Notes/old.md', 'new.md'])
})
