import { expect, test } from 'vitest'
import { scanText } from '../scan-text.ts'

function names(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'NAME')
    .map(({ start, end }) => text.slice(start, end))
}

test.each(['Kind Regards, Sales Team', 'Dear Admissions Office,', 'Sincerely, Human Resources'])(
  'a department is nobody: %s',
  (text) => expect(names(text)).toEqual([]),
)

test.each([
  ['Kind Regards, Ann Leigh', 'Ann Leigh'],
  ['I wrote to Mr Sales', 'Sales'],
])('a person is: %s', (text, name) => expect(names(text)).toEqual([name]))
