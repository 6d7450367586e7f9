import { expect, test } from 'vitest'
import { labelTree } from '../context/labels.ts'
import { scanText } from '../scan.ts'
import { CODE_ROWS, NUMBER_ROWS } from './checked-rows.ts'
import type { TypeRow } from './row.ts'
import { FINDING_TYPES, TYPES } from './types.ts'

const ROWS: readonly TypeRow[] = Object.values(TYPES)

function vocabularies(node = labelTree(), found = new Set<string>()): ReadonlySet<string> {
  for (const one of node.about) found.add(one)
  for (const next of node.next.values()) vocabularies(next, found)
  return found
}

test('every row has a known type, and its labels have words', () => {
  const known = vocabularies()
  const own = ROWS.flatMap(({ numbers = [], codes = [] }) => [...numbers, ...codes])
  for (const { label, alsoNamed = [], besides = [] } of [...NUMBER_ROWS, ...CODE_ROWS, ...own])
    for (const name of [label, ...alsoNamed, ...besides]) expect(known, name).toContain(name)
  for (const { type } of [...NUMBER_ROWS, ...CODE_ROWS]) expect(FINDING_TYPES).toContain(type)
})

test('a single-row type is found by its label and rated by its row', () => {
  expect(scanText('Tax file number 865 414 088')).toMatchObject([
    { type: 'AU_TFN', severity: TYPES.AU_TFN.severity, advice: TYPES.AU_TFN.advice },
  ])
})
