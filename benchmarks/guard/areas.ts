import { readPacks } from '../../packages/app/src/areas/read-packs.ts'
import { shippedPacksFolder } from '../../packages/app/src/areas/shipped-packs.ts'
import { compileAreas, LANGUAGES } from '@varve/areas'
import type { Cell, Goal, Section, Table } from '../report.ts'
import { round } from '../statistics.ts'
import { type AreaCase, readAreaCases, readPosts } from './areas/area-cases.ts'
import { measureAreaSpeed } from './areas/measure-area-speed.ts'
import { type AreaFigures, measureAreas, measureConfidence } from './areas/measure-areas.ts'
import type { TextSet } from './read-half.ts'

const TITLE = 'Areas of guidance'
const GOALS = {
  first: 0.8,
  firstThree: 0.92,
  falseAlarms: 0.05,
  firstThreeOfPosts: 0.85,
  falseAlarmsOfPosts: 0.07,
  messageMilliseconds: 5,
  longMilliseconds: 50,
}

const COLUMNS = [
  'language',
  'asked',
  'top-1',
  'top-3',
  'top-3 unsure too',
  'silent',
  'nothing',
  'false alarms',
] as const

/** How well areas are detected, in sums only: the questions of the test half are never shown. */
export async function measureAreaDetection(set: TextSet, isOwn: boolean): Promise<Section> {
  const cases = readAreaCases(set)
  if (!cases)
    return {
      title: TITLE,
      notes: [`Skipped: ${set.name} has no questions: areas*.jsonl.`],
      tables: [],
      goals: [],
    }
  const { areas, problems } = await readPacks(shippedPacksFolder())
  const compiled = compileAreas(areas)
  const all = measureAreas(compiled, cases)
  const posts = isOwn ? [] : readPosts()
  const speed = measureAreaSpeed(compiled, cases)
  return {
    title: TITLE,
    notes: [
      `${cases.length} questions of ${set.name}, ${areas.length} areas, ${problems.length} area files that cannot be read.`,
      'Any of the areas that a question was labelled with counts as right; nothing found counts as wrong.',
    ],
    tables: [
      {
        title: 'By language',
        columns: COLUMNS,
        rows: [
          ...LANGUAGES.map((language) =>
            figuresRow(language, measureAreas(compiled, inLanguage(cases, language))),
          ),
          figuresRow('all', all),
        ],
      },
      ...(isOwn ? [] : [postsTable(compiled, posts)]),
      {
        title: 'Confidence of the first area, and how often it was right',
        columns: ['from', 'answers', 'mean confidence', 'right'],
        rows: measureConfidence(compiled, cases).map(({ from, count, confidence, right }) => [
          from,
          count,
          round(confidence, 3),
          round(right, 3),
        ]),
      },
      { title: 'Milliseconds', columns: ['text', 'detection', 'no-op scan', 'ratio'], rows: speed.rows },
    ],
    goals: [
      ...qualityGoals(all),
      ...(isOwn ? [] : postsGoals(measureAreas(compiled, posts))),
      atMost('a message, ms', speed.messageMilliseconds, GOALS.messageMilliseconds),
      atMost('slowest 100 KB, ms', speed.longMilliseconds, GOALS.longMilliseconds),
    ],
  }
}

function postsTable(compiled: ReturnType<typeof compileAreas>, posts: readonly AreaCase[]): Table {
  return {
    title: `By language, ${posts.length} posts of 100 to 150 words`,
    columns: COLUMNS,
    rows: [
      ...LANGUAGES.map((language) =>
        figuresRow(language, measureAreas(compiled, inLanguage(posts, language))),
      ),
      figuresRow('all', measureAreas(compiled, posts)),
    ],
  }
}

function postsGoals({ asked, firstThree, idle, falseAlarms }: AreaFigures): readonly Goal[] {
  return [
    atLeast('posts, top-3', firstThree / asked, GOALS.firstThreeOfPosts),
    atMost('posts, false alarms', falseAlarms / idle, GOALS.falseAlarmsOfPosts),
  ]
}

function inLanguage(cases: readonly AreaCase[], language: string): readonly AreaCase[] {
  return cases.filter((one) => one.language === language)
}

function figuresRow(name: string, figures: AreaFigures): readonly Cell[] {
  const { asked, first, firstThree, ranked, silent, idle, falseAlarms } = figures
  const share = (count: number, whole: number): number => round(count / Math.max(1, whole), 3)
  return [
    name,
    asked,
    share(first, asked),
    share(firstThree, asked),
    share(ranked, asked),
    share(silent, asked),
    idle,
    share(falseAlarms, idle),
  ]
}

function qualityGoals({ asked, first, firstThree, idle, falseAlarms }: AreaFigures): readonly Goal[] {
  return [
    atLeast('top-1', first / asked, GOALS.first),
    atLeast('top-3', firstThree / asked, GOALS.firstThree),
    atMost('false alarms on nothing', falseAlarms / Math.max(1, idle), GOALS.falseAlarms),
  ]
}

function atLeast(name: string, value: number, goal: number): Goal {
  return { name, target: `at least ${goal}`, measured: String(round(value, 3)), met: value >= goal }
}

function atMost(name: string, value: number, goal: number): Goal {
  return { name, target: `at most ${goal}`, measured: String(round(value, 3)), met: value <= goal }
}
