import { structuredPatch } from 'diff'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './diff-update.ts'
import { hostileText } from './hostile-text.ts'

const MAXIMUM = 1000

/** The same by the library's own patch, from texts. */
function patchLines(before: string, after: string, maximum: number): unknown {
  const options = { context: 1, maxEditLength: maximum }
  return structuredPatch('', '', before, after, undefined, undefined, options)?.hunks
}

const line = fc.oneof(fc.constantFrom('', 'a', 'b', 'c', '\r', ' ', '-', '+'), fc.string({ maxLength: 3 }))
const document = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, ending, closed]) => lines.join(ending) + (closed ? ending : ''))
const edited = fc
  .tuple(
    document,
    fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([before, edits]): [string, string] => {
    const lines = before.split('\n')
    for (const [at, removed, added] of edits) lines.splice(at, removed, ...added)
    return [before, lines.join('\n')]
  })

test('[P-5] the hunks that the library makes of the same texts', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.tuple(document, document), edited, fc.tuple(hostileText, hostileText)),
      (pair) => {
        expect(diffLines(...pair, MAXIMUM)).toEqual(patchLines(...pair, MAXIMUM))
      },
    ),
    { numRuns: 5000 },
  )
})

test('[P-5] gives up where the library does', () => {
  for (const edits of [1, 2, 3, 4, 5])
    expect(diffLines('a\nb\nc\n', 'x\nb\ny\n', edits)).toEqual(patchLines('a\nb\nc\n', 'x\nb\ny\n', edits))
})
