import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldAnswer } from './fold-answer.ts'
import { anyText } from './testing/any-text.ts'

describe('foldAnswer', () => {
  test('[L4-4] action blocks and reasoning become one line each, the text stays', () => {
    const answer = [
      '<think>\nLet me see.\n</think>',
      '',
      'Here it is:',
      '<writeFile path="notes/a.md">\n# A\n\n```\ncode\n```\n</writeFile>',
      'Done.  ',
    ]
    expect(foldAnswer(answer.join('\n'))).toBe(
      ['[reasoned]', '', 'Here it is:', '[wrote notes/a.md]', 'Done.  '].join('\n'),
    )
  })

  test.each([
    ['<writeToFile><path>a b.md</path><content>x</content></writeToFile>', '[wrote a b.md]'],
    ['<replaceInFile>\n<path>c.md</path>\n<diff>y</diff></replaceInFile>', '[edited c.md]'],
    ['<writeFile path="d.md"/>', '[wrote d.md]'],
    ['<writeFile>no path</writeFile>', '[wrote a file]'],
    ['<use_tool><name>localSearch</name><query>q</query></use_tool>', '[used localSearch]'],
    ['<tool_call>{"name":"x"}</tool_call>', '[used a tool]'],
    ['a <thinking>b</thinking> c', 'a [reasoned] c'],
    ['<writeFile mode="w" path="e\nf.md">x</writeFile>', '[wrote e f.md]'],
  ])('%j', (answer, folded) => {
    expect(foldAnswer(answer)).toBe(folded)
  })

  test('a block that was never closed is folded to the end when it begins a line', () => {
    expect(foldAnswer('Hello\n<think>\nand then')).toBe('Hello\n[reasoned]')
    expect(foldAnswer('Hello\n  <writeFile path="a.md">\ntext')).toBe('Hello\n  [wrote a.md]')
  })

  test('a closing tag alone is folded, the text before it stays', () => {
    expect(foldAnswer('thoughts\n</think>\n\nAnswer')).toBe('thoughts\n[reasoned]\n\nAnswer')
  })

  test('tags that are only spoken of are text', () => {
    for (const text of [
      'The tag <think> opens a thought.',
      'Use `<think>` and `</think>` for that.',
      '```xml\n<think>\nx\n</think>\n```',
      '~~~\n<writeFile path="a">\n~~~',
      'a < b, c > d, <thinker>, </thinkers>, <Think>, <writeFiles path="x">',
      '    <think> in an indented block',
    ])
      expect(foldAnswer(text)).toBe(text)
  })

  test('a fence inside a block belongs to the block', () => {
    expect(foldAnswer('<writeFile path="a">\n```\nx\n</writeFile>\n<think>y</think>')).toBe(
      '[wrote a]\n[reasoned]',
    )
  })

  test('[L4-4] text without blocks is byte-identical', () => {
    const piece = fc.oneof(
      anyText(),
      fc.constantFrom(
        '<',
        '>',
        '</',
        '```\n',
        '~~~\n',
        '\r\n',
        '<note_context>',
        '</b>',
        '`',
        '\n\n',
        '<path>a</path>',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        fc.pre(
          !/<\/?(?:think|thinking|reasoning|writeFile|writeToFile|editFile|replaceInFile|use_tool|tool_call)/.test(
            text,
          ),
        )
        expect(foldAnswer(text)).toBe(text)
      }),
    )
  })

  test('[L4-4] text around closed blocks is byte-identical', () => {
    const prose = anyText(40).filter((text) => !/[<>`~]/.test(text))
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, prose), { maxLength: 8 }), prose, (blocks, end) => {
        const given = blocks.map(([text, hidden]) => `${text}<think>${hidden}</think>`).join('') + end
        expect(foldAnswer(given)).toBe(`${blocks.map(([text]) => `${text}[reasoned]`).join('')}${end}`)
      }),
    )
  })

  test('folding again changes nothing', () => {
    const piece = fc.constantFrom(
      '<think>',
      '</think>',
      'text',
      '\n',
      '<writeFile path="a">',
      '</writeFile>',
      '```',
      '`',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = foldAnswer(pieces.join(''))
        // A fold may move what follows it to another place of its line, never open a new block.
        expect(foldAnswer(foldAnswer(once))).toBe(foldAnswer(once))
      }),
    )
  })

  test('hostile answers end', () => {
    const many = 200_000
    expect(foldAnswer(`x${'<think>'.repeat(many)}`)).toBe(`x${'<think>'.repeat(many)}`)
    expect(foldAnswer('<think '.repeat(many))).toBe('<think '.repeat(many))
    expect(foldAnswer('</think>'.repeat(many))).toBe('[reasoned]'.repeat(many))
    expect(foldAnswer(`x${'<writeFile path="'.repeat(many)}`)).toHaveLength(1 + 17 * many)
    expect(foldAnswer('`'.repeat(many))).toBe('`'.repeat(many))
    expect(foldAnswer(`<think>${'a'.repeat(5_000_000)}`)).toBe('[reasoned]')
  })
})
