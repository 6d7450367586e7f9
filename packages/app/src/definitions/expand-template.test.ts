import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandTemplate, templateVariables } from './expand-template.ts'

const DATE = '2026-02-03'

describe('expandTemplate', () => {
  test('[L4-1] fills in values; notes and tags are attached, not pasted', () => {
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

  test('asks once for each missing value, and leaves its place as it is', () => {
    const filled = expandTemplate('{{ a }} {{b}} {{a}} {selection}', { variables: { b: '' }, date: DATE })
    expect(filled).toMatchObject({ text: '{{ a }}  {{a}} {selection}', missing: ['a'], wantsSelection: true })
    expect(templateVariables('{{x}} {{y z}} {{x}}')).toEqual(['x', 'y z'])
  })

  test('does not expand values again, and inherits nothing', () => {
    const variables = { a: '{{b}} {selection} {[[Secret]]} {date} $& $1', b: 'no' }
    const filled = expandTemplate('{{a}}', { variables, selection: 'no', date: DATE })
    expect(filled).toMatchObject({ text: variables.a, attach: [], missing: [] })
    expect(expandTemplate('{{constructor}}', { variables: {}, date: DATE }).missing).toEqual(['constructor'])
  })

  test('text without placeholders is unchanged', () => {
    const plain = fc.string().filter((text) => !text.includes('{'))
    fc.assert(fc.property(plain, (text) => expandTemplate(text, { date: DATE }).text === text))
    for (const text of ['{ date }', '{x}', '{{}}', '{[[]]}', '{#}', '{"a": {"b": 1}}'])
      expect(expandTemplate(text, { date: DATE })).toMatchObject({ text, attach: [], missing: [] })
  })
})
