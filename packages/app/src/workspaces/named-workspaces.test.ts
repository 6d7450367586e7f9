import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { namedWorkspaces, requireWorkspace } from './named-workspaces.ts'

const root = mkdtempSync(join(tmpdir(), 'varve-named-'))
const ALL = [
  { id: '0198c0de-1', name: 'Garden', root },
  { id: '0198c0de-2', name: 'Blue' },
  { id: '0198ffff-3', name: 'Blue', root: '/gone' },
  { id: 'demo', name: '0198ffff', root: undefined },
]

afterAll(() => rmSync(root, { recursive: true, force: true }))

const idsOf = (wanted: string) => namedWorkspaces(ALL, wanted).map(({ id }) => id)

test('are found by id, folder, name or a unique beginning of the id, in that order', () => {
  symlinkSync(root, `${root}-link`)
  for (const wanted of [root, `${root}/`, `${root}-link`, relative('.', root), 'Garden', '0198c0de-1'])
    expect(idsOf(wanted)).toEqual(['0198c0de-1'])
  rmSync(`${root}-link`)
  expect(idsOf('/gone')).toEqual(['0198ffff-3'])
  expect(idsOf('0198ffff')).toEqual(['demo'])
  expect(idsOf('0198ffff-')).toEqual(['0198ffff-3'])
  expect(idsOf('0198c0de')).toEqual(['0198c0de-1', '0198c0de-2'])
  for (const none of ['019', '', 'garden', 'nowhere', '/nowhere']) expect(idsOf(none)).toEqual([])
})

test('refuses an unknown or ambiguous name with the choices', () => {
  expect(requireWorkspace(ALL, 'demo')).toBe(ALL[3])
  expect(() => requireWorkspace(ALL, 'Blue')).toThrow(
    /^Several workspaces fit "Blue".*id:\n {2}0198c0de-1 {2}Garden/,
  )
  expect(() => requireWorkspace(ALL, 'nowhere')).toThrow(/^There is no workspace "nowhere" in this data\./)
  expect(() => requireWorkspace([], '/nowhere')).toThrow(
    /^The folder "\/nowhere" is no workspace.*\n {2}none yet$/,
  )
})
