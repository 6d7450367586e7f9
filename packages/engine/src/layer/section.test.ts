import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { buildSections, canonicalText, SECTION_ORDER, type SectionInput } from './section.ts'

describe('[L1-1] buildSections', () => {
  const all: readonly SectionInput[] = [...SECTION_ORDER].reverse().map((id) => ({ id, text: `the ${id}` }))

  test('puts the most stable first, each under its heading', () => {
    expect(buildSections(all).map(({ id, text }) => [id, text])).toEqual([
      ['contract', 'the contract'],
      ['tools', '## Tools and skills\n\nthe tools'],
      ['guidance', '## Guidance\n\nthe guidance'],
      ['project', '## Project instructions\n\nthe project'],
      ['memory', '## What you remember about the user\n\nthe memory'],
    ])
  })

  test('gives each its own hash', () => {
    const sections = buildSections(all)
    for (const { text, hash } of sections) expect(hash).toBe(hashText(text))
    expect(new Set(sections.map(({ hash }) => hash)).size).toBe(5)
  })

  test('leaves no trace of an empty one', () => {
    const inputs: readonly SectionInput[] = [
      { id: 'contract', text: 'Hello.' },
      { id: 'memory', text: ' \n\t\n ' },
      { id: 'project', text: '' },
    ]
    expect(buildSections(inputs).map(({ id }) => id)).toEqual(['contract'])
  })

  test('joins several of one kind in the order given, without the empty ones', () => {
    const inputs: readonly SectionInput[] = [
      { id: 'project', text: 'First.\n' },
      { id: 'contract', text: 'Hello.' },
      { id: 'project', text: '  ' },
      { id: 'project', text: '\nSecond.' },
    ]
    expect(buildSections(inputs)[1]?.text).toBe('## Project instructions\n\nFirst.\n\nSecond.')
  })
})

describe('[L-1] canonicalText', () => {
  test.each([
    ['line feeds for every line end', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['no blanks at the end of a line', 'a  \nb\t\nc', 'a\nb\nc'],
    ['no blank lines before', '\n\n\na', 'a'],
    ['nor those that only held blanks', '  \n\t\na', 'a'],
    ['nor after', 'a\n\n\n', 'a'],
    ['blank lines and indents inside stay', 'a\n\n\n  b', 'a\n\n\n  b'],
    ['an indent of the first line stays', '  a', '  a'],
    ['composed letters', 'cafe\u0301', 'caf\u00e9'],
    ['nothing of nothing', ' \r\n ', ''],
  ])('%s', (_name, text, expected) => {
    expect(canonicalText(text)).toBe(expected)
  })

  test('has nothing left to do the second time', () => {
    const once = canonicalText('\r\n  a \r b\u0301\t\n\n')
    expect(canonicalText(once)).toBe(once)
  })
})
