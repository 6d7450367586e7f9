import { expect, test } from 'vitest'
import { parseUnsaved } from './page-memory.ts'

test('restores stored text with the hash it was based on, if any', () => {
  for (const typed of [{ text: 'a', hash: 'h' }, { text: '' }])
    expect(parseUnsaved(JSON.stringify(typed))).toEqual(typed)
})

test.each([null, '', '{', 'null', '[]', '{"hash":"h"}', '{"text":1}', '{"text":"a","hash":1}'])(
  '%j holds no text',
  (stored) => {
    expect(parseUnsaved(stored)).toBeUndefined()
  },
)
