import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandTemplate, templateVariables } from './expand-template.ts'

const DATE = '2026-02-03'

describe('expandTemplate', () => {
  test('[L4-1] fills in, and notes and tags are attached rather than pasted', () => {
    const template =
      '{date}: compare {[[Plan|the plan]]} and {[[Notes/Old]]} with {#work} for {{who}}.\n> {selection}'
    expect(expandTemplate(template, { variables: { who: 'Ada' }, selection: 'this', date: DATE })).toEqual({
      text: '2026-02-03: compare the plan and [[Notes/Old]] with #work for Ada.\n> this',
      attach: [
        { kind: 'note', target: 'Plan' },
        { kind: 'note', target: 'Notes/Old' },
        { kind: 'tag', tag: 'work' },
      ],
      missing: [],
      wantsSelection: false,
    })
  })

  test('what has no value is asked for, each once, and stands as it was', () => {
    const filled = expandTemplate('{{ a }} {{b}} {{a}} {selection}', { variables: { b: '' }, date: DATE })
    expect(filled).toMatchObject({ text: '{{ a }}  {{a}} {selection}', missing: ['a'], wantsSelection: true })
    expect(templateVariables('{{x}} {{y z}} {{x}}')).toEqual(['x', 'y z'])
  })

  test('what is filled in is not filled in again, and inherits nothing', () => {
    const variables = { a: '{{b}} {selection} {[[Secret]]} {date} $& $1', b: 'no' }
    const filled = expandTemplate('{{a}}', { variables, selection: 'no', date: DATE })
    expect(filled).toMatchObject({ text: variables.a, attach: [], missing: [] })
    expect(expandTemplate('{{constructor}}', { variables: {}, date: DATE }).missing).toEqual(['constructor'])
  })

  test('text without places stays as it is', () => {
    const plain = fc.string().filter((text) => !text.includes('{'))
    fc.assert(fc.property(plain, (text) => expandTemplate(text, { date: DATE }).text === text))
    for (const text of ['{ date }', '{x}', '{{}}', '{[[]]}', '{#}', '{"a": {"b": 1}}'])
      expect(expandTemplate(text, { date: DATE })).toMatchObject({ text, attach: [], missing: [] })
  })
})
