import { estimateTokenizer } from '@varve/engine'
import { afterEach, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp

afterEach(() => it.remove())

test('the token count of a read note comes from its text, not its size', async () => {
  it = await temporaryApp([offlineChatModel()])
  const text = '# Zählung\n\n```dataview\nTABLE file.mtime, 1 + 1\n```\n\n- [ ] a; b; c!\n'
  it.write('note.md', text)
  const { tokens, queries } = await it.app.readFile({ workspaceId: WORKSPACE, path: 'note.md' })
  expect(tokens).toBe(estimateTokenizer().count(text))
  expect(tokens).not.toBe(Math.ceil(Buffer.byteLength(text) / 4))
  expect(queries).toEqual([
    { query: 'TABLE file.mtime, 1 + 1', text: expect.stringContaining('[[note]]'), rows: 1 },
  ])
})
