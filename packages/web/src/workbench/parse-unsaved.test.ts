import { expect, test } from 'vitest'
import { parseUnsaved } from './page-memory.ts'

test('what was stored is read again, with the hash of what it was begun with or without', () => {
  for (const typed of [{ text: 'a', hash: 'h' }, { text: '' }])
    expect(parseUnsaved(JSON.stringify(typed))).toEqual(typed)
})

test.each([null, '', '{', 'null', '[]', '{"hash":"h"}', '{"text":1}', '{"text":"a","hash":1}'])(
  '%j is nothing that was typed',
  (stored) => {
    expect(parseUnsaved(stored)).toBeUndefined()
  },
)
