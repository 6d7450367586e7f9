import type { Attachable } from '@varve/server/types'
import { describeAttachable } from './describe-attachable.ts'

/** What is brought in place of something whose file lies elsewhere now, as the server's notices say; the same where none does. */
export function takenInstead(item: Attachable, notices: readonly string[]): Attachable {
  if (typeof item !== 'string') return item
  const { path } = describeAttachable(item)
  if (path === undefined || !item.startsWith(path)) return item
  const [before, after] = [`"${path}" is not there; "`, '" was taken in its place.']
  const notice = notices.find((words) => words.startsWith(before) && words.endsWith(after))
  return notice === undefined
    ? item
    : `${notice.slice(before.length, -after.length)}${item.slice(path.length)}`
}
