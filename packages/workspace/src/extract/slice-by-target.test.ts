import { describe, expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import { sliceByTarget } from './add-part.ts'

const LINES = [
  '# One',
  'first',
  '',
  '## Sub: a & b!',
  'under',
  '',
  '## [Linked](https://example.org)',
  'text ^para',
  '',
  '- item ^item',
  '  - below',
  '- other',
  '',
  '# Two',
  '## Sub: a & b!',
  'second',
  '',
]
const slice = (target: { heading?: string; block?: string }, ending = '\n') => {
  const text = LINES.join(ending)
  return sliceByTarget(text, parseNote(text), target)
}

describe('sliceByTarget', () => {
  test.each([
    ['A | B', 'A B'],
    ['[[Link|Shown]] part', 'Link Shown part'],
    ['The `code` of a^b = $c$', 'The code of a b c'],
    ['C++', 'C++'],
    ['🎉', '🎉'],
  ])('## %s as a link writes it: #%s', (written, heading) => {
    const text = `# C\n## ${written}\ntext`
    expect(sliceByTarget(text, parseNote(text), { heading })?.lines).toEqual([2, 3])
  })

  test.each([
    ['One', [1, 12]],
    ['one', [1, 12]],
    ['Sub: a & b!', [4, 5]],
    ['Sub a b', [4, 5]],
    ['sub-a--b', [4, 5]],
    ['Linked', [7, 12]],
    ['Two', [14, 16]],
    ['Two#Sub a b', [15, 16]],
    ['One#Linked', [7, 12]],
  ] as const)('#%s', (heading, [from, to]) => {
    expect(slice({ heading })).toEqual({ lines: [from, to], text: LINES.slice(from - 1, to).join('\n') })
  })

  test.each([
    ['para', [8, 8]],
    ['item', [10, 11]],
    ['ITEM', [10, 11]],
  ] as const)('#^%s', (block, [from, to]) => {
    expect(slice({ block })).toEqual({ lines: [from, to], text: LINES.slice(from - 1, to).join('\n') })
  })

  test.each([{ heading: 'Three' }, { heading: 'Two#Linked' }, { heading: '!' }, { block: 'none' }, {}])(
    'nothing for %j',
    (target) => {
      expect(slice(target)).toBeUndefined()
    },
  )

  test.each(['\r\n', '\r'])('leaves the text unchanged for %j', (ending) => {
    expect(slice({ heading: 'Sub a b' }, ending)).toEqual({
      lines: [4, 5],
      text: `## Sub: a & b!${ending}under`,
    })
  })
})
