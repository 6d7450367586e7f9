import { RULE_VERSION } from '@varve/guard'
import type { Cell, Goal, Section, Table } from '../report.ts'
import { round } from '../statistics.ts'
import { f2Of, LOOSE_TYPES, measurePii, type PiiFigures, precisionOf, recallOf } from './pii/measure-pii.ts'
import { measurePiiSpeed, type PiiSpeed } from './pii/measure-pii-speed.ts'
import { type PiiCase, readPiiCases } from './pii/pii-cases.ts'
import { couldExist, isPhoneSomewhere, readSynthSentences, SYNTH_TYPES } from './pii/synth-sentences.ts'
import type { TextSet } from './read-half.ts'

const TITLE = 'Private data and secrets'
const GOALS = { recall: 0.97, precision: 0.93, eachType: 0.9, hostileMilliseconds: 50, growth: 1.5 }
const COLUMNS = ['type', 'labelled', 'found', 'missed', 'wrong', 'recall', 'precision', 'F2']

/** How well private data is found, in sums only: the texts of the test half are never shown. */
export function measurePiiDetection(set: TextSet, isOwn: boolean): Section {
  const cases = readPiiCases(set)
  if (!cases)
    return { title: TITLE, notes: [`Skipped: ${set.name} has no texts: pii*.jsonl.`], tables: [], goals: [] }
  const figures = measurePii(cases)
  const synth = isOwn ? undefined : readSynthSentences()
  const speed = measurePiiSpeed(cases.map(({ text }) => text))
  const phones = cases.flatMap(({ text, findings }) =>
    findings.filter(({ type }) => type === 'PHONE').map(({ start, end }) => text.slice(start, end)),
  )
  return {
    title: TITLE,
    notes: [
      `${cases.length} texts of ${set.name}, rules of version ${RULE_VERSION}.`,
      'Right means the same type and 80 % of the place. ADDRESS, POSTCODE and NAME have no goal, and count only in texts about them.',
      `Of ${phones.length} labelled telephone numbers, ${phones.filter((phone) => !isPhoneSomewhere(phone)).length} are valid in no country by libphonenumber.`,
      ...(synth || isOwn ? [] : ['Skipped: pii_synth_sentences.jsonl is not there.']),
    ],
    tables: [
      { title: 'By type', columns: COLUMNS, rows: rowsOf(figures) },
      { title: 'By form', columns: ['form', ...COLUMNS.slice(1)], rows: formRows(cases) },
      ...(synth ? synthTables(synth) : []),
      ...speedTables(speed),
    ],
    goals: [...qualityGoals(figures), ...speedGoals(speed)],
  }
}

function rowsOf(figures: ReadonlyMap<string, PiiFigures>): readonly (readonly Cell[])[] {
  return [...figures.values()]
    .filter(({ found, missed, wrong }) => found + missed + wrong > 0)
    .map((row) => figuresRow(row.type, row))
}

function figuresRow(name: string, row: PiiFigures): readonly Cell[] {
  const { found, missed, wrong } = row
  return [
    name,
    found + missed,
    found,
    missed,
    wrong,
    round(recallOf(row), 3),
    round(precisionOf(row), 3),
    round(f2Of(row), 3),
  ]
}

/** Structured types only. */
function formRows(cases: readonly PiiCase[]): readonly (readonly Cell[])[] {
  return [...Map.groupBy(cases, ({ form }) => form)].map(([form, group]) => {
    const sum: PiiFigures = { type: form, found: 0, missed: 0, wrong: 0 }
    for (const [type, { found, missed, wrong }] of measurePii(group)) {
      if (LOOSE_TYPES.has(type)) continue
      sum.found += found
      sum.missed += missed
      sum.wrong += wrong
    }
    return figuresRow(form, sum)
  })
}

function synthTables(synth: readonly PiiCase[]): readonly Table[] {
  const impossible = new Map<string, number>()
  for (const { text, findings } of synth)
    for (const { type, start, end } of findings)
      if (!couldExist(type, text.slice(start, end))) impossible.set(type, (impossible.get(type) ?? 0) + 1)
  const known = new Map([...measurePii(synth)].filter(([type]) => SYNTH_TYPES.has(type)))
  const possible = synth.map((sample) => ({
    ...sample,
    findings: sample.findings.filter(({ type, start, end }) =>
      couldExist(type, sample.text.slice(start, end)),
    ),
  }))
  const among = measurePii(possible)
  return [
    {
      title: `${synth.length} synthetic sentences of others; "cannot exist" fails its check digit, brand or numbering plan`,
      columns: [...COLUMNS, 'cannot exist', 'recall of the rest'],
      rows: [...known.values()].map((row) => {
        const rest = among.get(row.type)
        return [
          ...figuresRow(row.type, row),
          impossible.get(row.type) ?? 0,
          rest ? round(recallOf(rest), 3) : '',
        ]
      }),
    },
  ]
}

function speedTables({ throughput, growth, hostile }: PiiSpeed): readonly Table[] {
  return [
    { title: 'Speed on one core', columns: ['what', 'MB/s', 'ms for 100 KB'], rows: throughput },
    { title: 'Growth', columns: ['text', 'ms', 'ms for each 100 KB'], rows: growth },
    {
      title: '100 KB of hostile text',
      columns: ['text', 'slowest rule', 'its ms', 'whole scan, ms'],
      rows: hostile,
    },
  ]
}

function qualityGoals(figures: ReadonlyMap<string, PiiFigures>): readonly Goal[] {
  const rows = [...figures.values()].filter(
    ({ type, found, missed }) => !LOOSE_TYPES.has(type) && found + missed > 0,
  )
  const mean = (rate: (row: PiiFigures) => number): number =>
    rows.reduce((sum, row) => sum + rate(row), 0) / rows.length
  return [
    atLeast('recall, mean of all types', mean(recallOf), GOALS.recall),
    atLeast('precision, mean of all types', mean(precisionOf), GOALS.precision),
    ...rows.flatMap((row) => [
      atLeast(`${row.type} recall`, recallOf(row), GOALS.eachType),
      atLeast(`${row.type} precision`, precisionOf(row), GOALS.eachType),
    ]),
  ]
}

function speedGoals({ slowestRule, growthFactor }: PiiSpeed): readonly Goal[] {
  return [
    atMost('slowest rule on 100 KB, ms', slowestRule, GOALS.hostileMilliseconds),
    atMost('growth from 50 to 400 KB over linear', growthFactor, GOALS.growth),
  ]
}

function atLeast(name: string, value: number, goal: number): Goal {
  return { name, target: `at least ${goal}`, measured: String(round(value, 3)), met: value >= goal }
}

function atMost(name: string, value: number, goal: number): Goal {
  return { name, target: `at most ${goal}`, measured: String(round(value, 3)), met: value <= goal }
}
