import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORE_KINDS, toolWorkspace, type ToolWorkspace } from '../testing/tool-workspace.ts'
import { undoChange } from './undo-change.ts'

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', 'a', 'ab', ' ', '\ufeff', '🙂', '\u2028', '\0'),
  fc.string({ maxLength: 4, unit: 'binary' }),
)
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').toWellFormed())

describe.each(STORE_KINDS)('edit on a workspace in a %s', (kind) => {
  let it: ToolWorkspace

  beforeAll(async () => {
    it = await toolWorkspace(kind)
  })
  afterAll(() => it.remove())

  test('an edit and its undo restore the original bytes; a rejected one never touches it', async () => {
    const cases = fc.record({
      original: fc.tuple(anyText, anyText, anyText),
      // Half of the time what is there, so that most runs do edit.
      other: fc.option(piece, { freq: 1 }),
      next: anyText,
    })
    let made = 0
    await fc.assert(
      fc.asyncProperty(cases, async ({ original: [before, middle, after], other, next }) => {
        const original = before + middle + after
        const old = other ?? middle
        await it.put('x/a.md', original)
        const edited = await it.call('edit', { path: 'x/a.md', edits: [{ old, new: next }] })
        if (edited.isError) {
          expect(await it.text('x/a.md')).toBe(original)
          const isAlone = old !== '' && original.split(old).length === 2
          if (isAlone && old !== next && !original.includes('\r\n'))
            // Copies may overlap, which a split does not show.
            expect(original.indexOf(old)).not.toBe(original.lastIndexOf(old))
          return
        }
        made += 1
        for (const change of edited.changes ?? []) await undoChange(it.files, change)
        expect(Buffer.from((await it.files.read('x/a.md')).bytes)).toEqual(Buffer.from(original))
      }),
      { numRuns: 120 },
    )
    // A property that never edits would hold of nothing.
    expect(made).toBeGreaterThan(20)
  })
})
