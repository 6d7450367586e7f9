import { hashText } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import { runDataview } from './run-dataview.ts'

const NOTE = [
  '---',
  'area: home',
  '---',
  '- [ ] before [due:: 2026-11-20]',
  '',
  '# Garden',
  '- [x] dig [completed:: 2026-11-02]',
  '  - plain',
  '    - [ ] stones',
  '- [x] sow ✅ 2026-11-03',
  '  - [X] water',
  '',
  '## Later',
  '- [ ] harvest 📅 2027-08-01 ➕ 2026-11-01',
  '- note [due:: 2030-01-01]',
].join('\n')

function run(query: string, text = NOTE): string {
  const note = {
    path: 'plan.md',
    parsed: parseNote(text),
    contentHash: hashText(text),
    bytes: 1,
    modified: 0,
  }
  const source = { notes: [note], resolveLink: () => undefined }
  return runDataview(query, { today: '2026-11-16', source, path: 'plan.md' }).text
}

/** The tasks that matched, without those inside them. */
const found = (query: string, text?: string): readonly string[] =>
  [...run(query, text).matchAll(/^ {2}- \[.\] (\w+)/gm)].map(([, name]) => name ?? '')

test('a field of a task belongs to that task only', () => {
  const text = NOTE.replace('- note [due:: 2030-01-01]', '')
  expect(found('TASK WHERE due', text)).toEqual(['before', 'harvest'])
  expect(run('LIST due', text)).toBe('- [[plan]]: -')
  expect(run('LIST due')).toBe('- [[plan]]: 2030-01-01')
})

test('a task inherits the fields of its note', () => {
  expect(found('TASK WHERE area = "home" AND due < date(2027-01-01)')).toEqual(['before'])
})

test('a task is fully completed with all its subtasks', () => {
  expect(found('TASK WHERE fullyCompleted')).toEqual(['sow'])
  expect(found('TASK WHERE completed')).toEqual(['dig', 'sow'])
  expect(run('LIST any(file.tasks.fullyCompleted)')).toBe('- [[plan]]: true')
})

test('groups tasks by their section, and by parent', () => {
  expect(run('TASK GROUP BY section')).toBe(
    [
      '- [[plan]]',
      '  - [ ] before [due:: 2026-11-20]',
      '- [[plan#Garden]]',
      '  - [x] dig [completed:: 2026-11-02]',
      '    - plain',
      '      - [ ] stones',
      '  - [x] sow ✅ 2026-11-03',
      '    - [X] water',
      '- [[plan#Later]]',
      '  - [ ] harvest 📅 2027-08-01 ➕ 2026-11-01',
    ].join('\n'),
  )
  expect(found('TASK WHERE section = [[#Later]]')).toEqual(['harvest'])
  expect(found('TASK WHERE !parent')).toEqual(['before', 'dig', 'sow', 'harvest'])
})

test('reads emoji dates, and other names of a field', () => {
  expect(found('TASK WHERE due > date(2027-01-01) AND created = date(2026-11-01)')).toEqual(['harvest'])
  expect(found('TASK WHERE completion >= date(2026-11-02)')).toEqual(['dig', 'sow'])
  expect(found('TASK WHERE completion = date(2026-11-03)')).toEqual(['sow'])
  expect(found('TASK WHERE annotated AND !completed')).toEqual(['before', 'harvest'])
})

test.each(['list', 'symbol', 'position'])('%s of a list item is reported as unsupported', (name) => {
  expect(run(`TASK WHERE ${name}`)).toContain(
    `Not supported: the field ${name} of a list item (line 1, column 12)`,
  )
  expect(run(`LIST file.tasks.${name}`)).toContain(`Not supported: the field ${name} of a list item`)
})
