import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runDataview } from './run-dataview.ts'
import { type TestNote, testSource } from '../testing/test-vault.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 5_000 : 400
const NAMES = ['a/One', 'a/Two', 'b/Three', 'b/a/Four', 'here']

const note = (path: string): fc.Arbitrary<TestNote> =>
  fc.record({
    path: fc.constant(`${path}.md`),
    tags: fc.subarray(['t', 't/u', 'v']),
    links: fc.subarray(['One', 'Three', 'b/a/Four', 'gone', 'pic.png']),
    front: fc.record({
      x: fc.integer({ min: 0, max: 2 }),
      up: fc.constantFrom('[[One]]', '[[Three]]', 'text', 'today'),
      date: fc.constantFrom('2021-06-14', '2021-06-15'),
    }),
    tasks: fc.subarray([
      [' ', 'open'],
      ['x', 'done'],
    ] as const),
    modified: fc.constantFrom('2021-06-14T10:00:00Z', '2021-06-15T10:00:00Z'),
    created: fc.constantFrom('2021-06-13T10:00:00Z', '2021-06-13T13:00:00Z'),
  })
const vault = fc
  .tuple(fc.tuple(...NAMES.map(note)), fc.subarray(NAMES, { minLength: 1 }))
  .map(([notes, kept]) => notes.filter(({ path }) => kept.includes(path.slice(0, -3))))

const source = fc.constantFrom(
  '',
  'FROM "a"',
  'FROM #t and "b"',
  'FROM -"a"',
  'FROM [[One]]',
  'FROM [[gone]]',
  'FROM "a" and outgoing([[Three]])',
  'FROM !#v or "here"',
)
const shown = fc.constantFrom(
  'LIST',
  'TASK',
  'LIST x',
  'LIST up',
  'LIST up.x',
  'LIST up["x"]',
  'LIST file.inlinks',
  'LIST file.outlinks.x',
  'TABLE file.mtime, this.x',
  'LIST this',
  'LIST length(file.tasks)',
  'LIST date(today) - file.mday',
  'LIST date(up)',
  'LIST row["up"]',
  'LIST row.file.ctime',
  'LIST file.cday.weekyear',
  'TABLE fullyCompleted, section',
)
const rest = fc.constantFrom(
  '',
  'WHERE x > 0',
  'WHERE up = [[One]]',
  'SORT file.mtime DESC LIMIT 1',
  'GROUP BY x',
  'WHERE this.x = x',
  'FLATTEN file.tags AS tag',
  'WHERE file.mtime > date(yesterday)',
  'WHERE file.cday <= date(sow)',
  'WHERE (date(today) - file.ctime).days < 3',
)

test('without changed dependencies the result is unchanged', () => {
  const day = fc.constantFrom('2021-06-15', '2021-06-16')
  const hours = fc.constantFrom(0, 0, 0, 13)
  const query = fc.tuple(shown, source, rest).map((parts) => parts.join(' '))
  let same = 0
  fc.assert(
    fc.property(
      query,
      vault,
      fc.tuple(fc.nat(100), fc.nat(100)),
      day,
      hours,
      (text, notes, picks, today, shift) => {
        const before = runDataview(text, { today: '2021-06-15', source: testSource(notes), path: 'here.md' })
        const changed = changeSome(notes, picks)
        const wallClock = (milliseconds: number): number => milliseconds + shift * 3_600_000
        const after = runDataview(text, { today, wallClock, source: testSource(changed), path: 'here.md' })
        if (JSON.stringify(before.dependencies) !== JSON.stringify(after.dependencies)) return
        same += 1
        expect(after.text).toBe(before.text)
      },
    ),
    { numRuns: RUNS },
  )
  // The property says something only where results could have been taken from the cache.
  expect(same).toBeGreaterThan(RUNS / 20)
})

test.each(['LIST map(up, (file) => file.size) FROM "here"', 'LIST file.size FROM "here" FLATTEN up AS file'])(
  '`file` in a query may be a link, whose note is then read: %s',
  (query) => {
    const resultFor = (size: number) => {
      const notes = [
        { path: 'here.md', front: { up: '[[One]]' } },
        { path: 'One.md', front: { size } },
      ]
      return runDataview(query, { today: '2021-06-15', source: testSource(notes), path: 'here.md' })
    }
    expect(resultFor(1).text).toBe('- [[here]]: 1')
    expect(resultFor(2).dependencies).not.toEqual(resultFor(1).dependencies)
  },
)

/** At most one note is edited, touched or removed; the picks say which and how. */
function changeSome(notes: readonly TestNote[], picks: readonly [number, number]): readonly TestNote[] {
  const [which, how] = picks
  return notes.flatMap((each, index): TestNote[] => {
    if (index !== which % notes.length) return [each]
    switch (how % 6) {
      case 0:
        return [{ ...each, front: { x: 1, up: '[[One]]', date: '2021-06-10' } }]
      case 1:
        return [{ ...each, modified: '2021-06-15T12:00:00Z' }]
      case 2:
        return [{ ...each, tags: ['t'], links: ['One'] }]
      case 3:
        return []
      case 4:
        return [{ ...each, created: '2021-06-12T12:00:00Z' }]
      default:
        return [{ ...each, tasks: [[' ', 'new']] }]
    }
  })
}
