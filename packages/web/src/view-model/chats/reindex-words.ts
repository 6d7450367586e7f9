import type { ReindexReport } from '@varve/server/types'
import { countOf } from '../text/describe-many.ts'

const BACK: ReadonlySet<string> = new Set(['added', 'extended', 'copied'])

/** What became of files of chats, in one or two sentences. */
export function reindexWords({ files }: ReindexReport): string {
  const back = files.filter(({ outcome }) => BACK.has(outcome))
  const rebuilt = back.filter(({ state }) => state === 'rebuilt').length
  const failed = files.filter(({ outcome }) => outcome === 'unreadable')
  const [first] = failed
  return [
    back.length === 0
      ? 'No chat could be brought back.'
      : `${countOf(back.length, 'chat')} ${back.length === 1 ? 'is' : 'are'} back.`,
    ...(rebuilt > 0 ? [`Of ${rebuilt} the next request is built anew.`] : []),
    ...(first ? [`${countOf(failed.length, 'file')} could not be read: ${first.path}.`] : []),
  ].join(' ')
}
