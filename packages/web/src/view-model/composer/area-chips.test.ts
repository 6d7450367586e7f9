import { expect, test } from 'vitest'
import { areaChips } from './area-chips.ts'

const choices = {
  areas: [{ pack: 'practice', id: 'family', name: 'Family law' }],
  jurisdictions: [{ id: 'US-CA', name: 'California' }],
  problems: [],
}
const family = { pack: 'practice', id: 'family', name: 'Family law', confidence: 0.9, words: ['divorce'] }

test('says which words suggested an area', () => {
  const [area, place] = areaChips({
    settings: {},
    forecast: { areas: [family], jurisdictions: ['US-CA'] },
    choices,
  })
  expect(area).toMatchObject({ ref: 'practice/family', pinned: false, why: 'Matched “divorce”' })
  expect(place).toMatchObject({ ref: 'US-CA', name: 'California', pinned: false })
})

test('lists pins first, once, by the best name known so far', () => {
  const chips = areaChips({
    settings: { areas: ['practice/family'], jurisdictions: ['US-CA'] },
    forecast: { areas: [family], jurisdictions: ['US-CA'] },
    choices: undefined,
  })
  expect(chips.map(({ name, pinned }) => [name, pinned])).toEqual([
    ['Family law', true],
    ['US-CA', true],
  ])
})

test('a pinned jurisdiction replaces detected ones; one set by the user replaces both', () => {
  const refs = (given: Partial<Parameters<typeof areaChips>[0]>) =>
    areaChips({ settings: {}, forecast: { jurisdictions: ['US-TX', 'FR'] }, choices, ...given }).map(
      ({ ref, pinned }) => [ref, pinned],
    )
  expect(refs({ settings: { jurisdictions: ['US-TX'] } })).toEqual([
    ['US-TX', true],
    ['FR', false],
  ])
  expect(refs({ chosen: { jurisdictions: ['FR'] } })).toEqual([['FR', false]])
  expect(refs({ chosen: { jurisdictions: [] } })).toEqual([])
})

test('what the user set replaces what was found; switched off, only pins remain', () => {
  const forecast = { areas: [family] }
  const names = (chips: ReturnType<typeof areaChips>) => chips.map(({ ref }) => ref)
  expect(names(areaChips({ settings: {}, chosen: { areas: [] }, forecast, choices }))).toEqual([])
  expect(names(areaChips({ settings: {}, chosen: { areas: ['practice/tax'] }, forecast, choices }))).toEqual([
    'practice/tax',
  ])
  expect(names(areaChips({ settings: { guidance: 'off' }, forecast, choices }))).toEqual([])
})
