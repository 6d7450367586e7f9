import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Table } from '../../report.ts'
import { COLUMNS } from './columns.ts'
import { measurePlain, measureProduct, measureVariant } from './measure-tasks.ts'
import { openQualityIndex } from './open-quality-index.ts'
import { plainSearch } from './plain-search.ts'
import { qualityCells } from './quality-cells.ts'
import { WITHOUT } from './rankings.ts'
import { DATA, type Note, vaultNamed } from './read-data.ts'
import { halfOf, type SearchTask } from './search-task.ts'

type Kind = 'a title' | 'a heading' | 'three words in a row'
type KnownItem = SearchTask & { readonly kind: Kind }

const VAULT = 'blue-book'
const KINDS: readonly Kind[] = ['a title', 'a heading', 'three words in a row']
/** One in so many of all that could be asked. */
const SAMPLE = { 'a title': 3, 'a heading': 40, 'three words in a row': 3 } as const
const SHORT_WORD = 4

/** What people type into a search field: the name of a note, of a part of it, or words that they remember. No goal; it keeps the others honest. */
export async function measureKnownItems(): Promise<readonly Table[]> {
  const { notes } = vaultNamed(VAULT)
  const items = knownItems(notes)
  const plain = plainSearch(
    notes.map((note) => ({ ...note, title: titleOf(note.path) })),
    'porter unicode61',
  )
  const { index, file, close } = await openQualityIndex(join(DATA, 'vaultA', VAULT))
  try {
    const rows: (readonly string[])[] = []
    const variants: (readonly string[])[] = []
    for (const kind of KINDS) {
      const own = items.filter((item) => item.kind === kind)
      const report = own.filter((item) => item.half === 'report')
      const tuning = own.filter((item) => item.half === 'tuning')
      const asked = `${kind} (${report.length})`
      rows.push(['plain BM25, porter unicode61', asked, ...qualityCells(measurePlain(plain, report))])
      rows.push(['Varve', asked, ...qualityCells(await measureProduct(index, report))])
      for (const { name, ranking } of WITHOUT)
        variants.push([
          name,
          `${kind} (${tuning.length})`,
          ...qualityCells(measureVariant(file, tuning, () => ({ ranking }))),
        ])
    }
    return [
      { title: `Known notes of ${VAULT}, report half`, columns: ['search', 'asked by', ...COLUMNS], rows },
      {
        title: `Known notes of ${VAULT}: what a signal gives, tuning half`,
        columns: ['ranking', 'asked by', ...COLUMNS],
        rows: variants,
      },
    ]
  } finally {
    await close()
  }
}

/** Newsletters repeat what other notes say: nobody could tell which is meant. */
function knownItems(notes: readonly Note[]): readonly KnownItem[] {
  const own = notes.filter((note) => !note.path.startsWith('newsletter/'))
  const headings = own.flatMap((note) => headingsOf(note.text).map((text) => ({ text, path: note.path })))
  const shared = Map.groupBy(headings, ({ text }) => text.toLowerCase())
  return [
    ...[...Map.groupBy(own, (note) => wordsOf(titleOf(note.path)).join(' '))].map(([text, named]) =>
      itemOf(
        'a title',
        text,
        named.map((note) => note.path),
      ),
    ),
    ...headings
      .filter(({ text }) => wordsOf(text).length > 1 && shared.get(text.toLowerCase())?.length === 1)
      .map(({ text, path }) => itemOf('a heading', text, [path])),
    ...own.flatMap((note) => {
      const words = wordsOf(note.text).filter((word) => word.length >= SHORT_WORD)
      const middle = words.length >> 1
      return words.length < 20
        ? []
        : [itemOf('three words in a row', words.slice(middle, middle + 3).join(' '), [note.path])]
    }),
  ].filter((item) => isSampled(item))
}

function itemOf(kind: Kind, text: string, wanted: readonly string[]): KnownItem {
  return { kind, half: halfOf(text), request: { text, limit: 10 }, wanted }
}

function isSampled({ kind, request }: KnownItem): boolean {
  return createHash('sha256').update(`sample ${request.text}`).digest().readUInt16BE() % SAMPLE[kind] === 0
}

/** Outside fenced blocks. */
function headingsOf(text: string): readonly string[] {
  let inFence = false
  return text.split('\n').flatMap((line) => {
    if (/^\s{0,8}(?:```|~~~)/.test(line)) inFence = !inFence
    const heading = inFence ? undefined : /^#{1,6} (.{1,200})$/.exec(line)?.[1]
    return heading === undefined ? [] : [heading.trim()]
  })
}

function titleOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
