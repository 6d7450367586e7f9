import type { Table } from '../../report.ts'
import { median } from '../../statistics.ts'
import type { Counts } from '../wire/counted-call.ts'
import { percent, totalCounts } from '../wire/total-counts.ts'
import { FATES, type JudgedCall } from './judge-calls.ts'

export function totalsTable(steady: readonly JudgedCall[], renewed: readonly JudgedCall[]): Table {
  const row = (name: string, counts: readonly Counts[]): Table['rows'][number] => {
    const { input, cached, written, uncached } = totalCounts(counts)
    return [name, input, cached, written, uncached, percent(cached, input)]
  }
  return {
    title: 'Totals of the calls that were reported',
    columns: ['', 'input', 'from cache', 'written', 'uncached', 'share'],
    rows: [
      row(
        'reported by the provider',
        steady.map(({ reported }) => reported),
      ),
      row(
        'predicted, one front for the whole session',
        steady.map(({ predicted }) => predicted),
      ),
      row(
        'predicted, the front changed where the report shows it',
        renewed.map(({ predicted }) => predicted),
      ),
    ],
  }
}

/** Where the difference of the totals comes from. */
export function fatesTable(judged: readonly JudgedCall[]): Table {
  return {
    title: 'By what became of the call; predictions with one front for the whole session',
    columns: [
      'call',
      'calls',
      'first of a turn',
      'read: reported',
      'predicted',
      'written: reported',
      'predicted',
    ],
    rows: FATES.map((fate) => {
      const own = judged.filter((one) => one.fate === fate)
      const reported = totalCounts(own.map((one) => one.reported))
      const predicted = totalCounts(own.map((one) => one.predicted))
      const firsts = own.filter(({ call }) => call.isFirst).length
      return [
        fate,
        own.length,
        firsts,
        reported.cached,
        predicted.cached,
        reported.written,
        predicted.written,
      ]
    }),
  }
}

/** Call by call, so that errors cannot cancel each other out. */
export function differencesTable(judged: readonly JudgedCall[]): Table {
  const own = judged.filter(({ fate }) => fate !== 'other messages than the file says')
  const row = (name: keyof Counts, label: string): Table['rows'][number] => {
    const differences = own.map(({ predicted, reported }) => predicted[name] - reported[name])
    const shares = own.map(({ reported }, index) => Math.abs(differences[index] ?? 0) / reported.input)
    const sorted = shares.toSorted((a, b) => a - b)
    const at = (share: number): string => percent(sorted[Math.floor(share * (sorted.length - 1))] ?? 0, 1, 2)
    return [label, Math.round(median(differences)), at(0.5), at(0.95), at(1)]
  }
  return {
    title: 'Per call, predicted minus reported; fronts as reported, one client',
    columns: ['', 'median, tokens', 'size: median', '95th of 100', 'largest, of the prompt'],
    rows: [
      row('input', 'prompt'),
      row('cached', 'from cache'),
      row('written', 'written'),
      row('uncached', 'uncached'),
    ],
  }
}
