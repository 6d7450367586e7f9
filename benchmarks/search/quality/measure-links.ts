import type { Goal, Table } from '../../report.ts'
import { COLUMNS } from './columns.ts'
import { createCopyFinder } from './find-copies.ts'
import { measurePlain, measureProduct, measureVariant } from './measure-tasks.ts'
import type { Quality } from './metrics.ts'
import { openQualityIndex } from './open-quality-index.ts'
import { plainSearch } from './plain-search.ts'
import { qualityCells } from './quality-cells.ts'
import { WITHOUT } from './rankings.ts'
import type { LinkedNotes } from './read-data.ts'
import { halfOf, type SearchTask } from './search-task.ts'

export interface LinkMeasures {
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

const TIMES_PLAIN = 1.15

/** A line of a note whose link was taken out: is the note that it led to found without the note that it is from? */
export async function measureLinks({ name: vault, root, notes, lines }: LinkedNotes): Promise<LinkMeasures> {
  const tasks = linkTasks(lines, notes)
  const report = tasks.filter(({ half }) => half === 'report')
  const { index, file, close } = await openQualityIndex(root)
  try {
    const plain = (['unicode61', 'porter unicode61'] as const).map((tokenizer) => ({
      tokenizer,
      search: plainSearch(
        notes.map((note) => ({ ...note, title: titleOf(note.path) })),
        tokenizer,
      ),
    }))
    const rows: (string | number)[][] = []
    const best = { strict: 0, open: 0 }
    let strict: Quality | undefined
    for (const kind of ['strict', 'open'] as const) {
      const asked = report.map((task) => (kind === 'strict' ? task : { ...task, request: task.open }))
      for (const { tokenizer, search } of plain) {
        const quality = measurePlain(search, asked)
        best[kind] = Math.max(best[kind], quality.hit5)
        rows.push([`plain BM25, ${tokenizer}`, EVIDENCE[kind], ...qualityCells(quality)])
      }
      const quality = await measureProduct(index, asked)
      strict ??= quality
      rows.push(['Varve', EVIDENCE[kind], ...qualityCells(quality)])
    }
    const tuning = tasks.filter(({ half }) => half === 'tuning')
    const variants = WITHOUT.map(({ name, ranking }) => [
      name,
      ...qualityCells(measureVariant(file, tuning, () => ({ ranking }))),
    ])
    const count = `${report.length} lines of the report half`
    return {
      tables: [
        { title: `${vault}: ${count}`, columns: ['search', 'left out', ...COLUMNS], rows },
        {
          title: `${vault}: what a signal gives, ${tuning.length} lines of the tuning half`,
          columns: ['ranking', ...COLUMNS],
          rows: variants,
        },
      ],
      goals: [goalOf(vault, strict?.hit5 ?? 0, best.strict)],
    }
  } finally {
    await close()
  }
}

const EVIDENCE = { strict: 'source and copies of the line', open: 'source' } as const

type LinkTask = SearchTask & { readonly open: SearchTask['request'] }

function linkTasks(lines: LinkedNotes['lines'], notes: LinkedNotes['notes']): readonly LinkTask[] {
  const copiesOf = createCopyFinder(notes)
  return lines.map((line) => {
    const open = { text: line.query, limit: 10, exclude: [line.source] }
    const request = { ...open, exclude: [line.source, ...copiesOf(line)] }
    return { half: halfOf(line.query), request, open, wanted: [line.target] }
  })
}

function titleOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function goalOf(vault: string, own: number, plain: number): Goal {
  return {
    name: `${vault}: hit@5 against the better plain BM25, source and copies left out`,
    target: `≥ ${TIMES_PLAIN} times`,
    measured: `${(own / plain).toFixed(2)} times (${own.toFixed(3)} to ${plain.toFixed(3)})`,
    met: own >= TIMES_PLAIN * plain,
  }
}
