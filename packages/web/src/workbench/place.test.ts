import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chatHref,
  definitionHref,
  filesHref,
  parsePlace,
  SETTINGS_SECTIONS,
  settingsHref,
  type Place,
  usageHref,
} from './place.ts'
import { USAGE_SPANS } from '../view-model/usage/usage.ts'

const path = fc.string({ minLength: 1, unit: 'grapheme' })
const spot = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), line: fc.integer({ min: 1, max: 1e8 }) }),
  fc.record({
    kind: fc.constant('heading' as const),
    heading: fc.string({ minLength: 1, unit: 'grapheme' }),
  }),
)

const definition = fc.record({
  kind: fc.constantFrom('agent', 'skill', 'template', 'project'),
  id: path,
})

test('an address leads back to its place, for any path', () => {
  const place: fc.Arbitrary<Place> = fc.oneof(
    fc.record({ kind: fc.constant('files' as const), path, spot }),
    fc.record({ kind: fc.constant('files' as const), path }),
    fc.record({ kind: fc.constant('files' as const), path: fc.constant(undefined) }),
    fc.record({ kind: fc.constant('chat' as const), id: fc.option(path, { nil: undefined }) }),
    fc.record({
      kind: fc.constant('usage' as const),
      span: fc.constantFrom(...USAGE_SPANS.map(({ id }) => id)),
    }),
    fc.constant({ kind: 'files' as const, path: 'a.md', spot: { kind: 'edit' as const } }),
    fc.constant({ kind: 'guard' as const }),
    fc.record({
      kind: fc.constant('settings' as const),
      section: fc.constantFrom(undefined, ...SETTINGS_SECTIONS),
    }),
    fc.record({ kind: fc.constant('definitions' as const), open: fc.option(definition, { nil: undefined }) }),
  )
  fc.assert(
    fc.property(place, (each) => {
      expect(parsePlace(placeHref(each))).toEqual(each)
    }),
  )
})

test('a path stays readable in the address', () => {
  expect(placeHref({ kind: 'files', path: 'notes/side letter.md', spot: { kind: 'line', line: 14 } })).toBe(
    '#/files/notes/side%20letter.md?line=14',
  )
})

test.each(['#/files', '#/files/', '#/files/%E0%A4', '#/files/%E0?line=2'])('%s lists everything', (hash) => {
  expect(parsePlace(hash)).toEqual({ kind: 'files', path: undefined })
})

test.each(['#/files/a.md?line=0', '#/files/a.md?line=x', '#/files/a.md?heading='])(
  'drops an invalid position: %s',
  (hash) => expect(parsePlace(hash)).toEqual({ kind: 'files', path: 'a.md' }),
)

test.each(['', '#', '#/'])('no place means a new chat: "%s"', (hash) => {
  expect(parsePlace(hash)).toEqual({ kind: 'chat', id: undefined })
})

test.each(['#/filesystem', '#/other', '#/chats/x', '#/chat/', '#/chat/%E0', '#/chat/a/b', '#/usage/never'])(
  '%s is not a place',
  (hash) => {
    expect(parsePlace(hash)).toEqual({ kind: 'nowhere' })
  },
)

function placeHref(place: Place): string {
  switch (place.kind) {
    case 'chat':
      return chatHref(place.id)
    case 'files':
      return filesHref(place.path, place.spot)
    case 'definitions':
      return definitionHref(place.open)
    case 'usage':
      return usageHref(place.span)
    case 'settings':
      return settingsHref(place.section)
    case 'guard':
      return '#/guard'
    case 'nowhere':
      return '#/nowhere'
    default:
      return place satisfies never
  }
}
