import { type DataviewSource, type ParsedNote, runDataview } from '@varve/workspace'
import type { IdleQueryView } from '../views.ts'

/** What a query says of no notes at all tells whether it can be run; no file is read for it. */
const NO_NOTES: DataviewSource = { notes: [], resolveLink: () => undefined }
const ANY_DAY = '2000-01-01'

/** The queries of a note that give no result when it is sent, each with the reason. */
export function idleQueries(path: string, { queries }: ParsedNote): readonly IdleQueryView[] {
  return queries.flatMap(({ language, query: text }) => {
    const query = text.trim()
    if (language === 'dataviewjs') return [{ query, reason: 'This is a program, which Varve never runs.' }]
    const { kind, text: reason } = runDataview(query, { today: ANY_DAY, source: NO_NOTES, path })
    return kind === 'result' ? [] : [{ query, reason }]
  })
}
