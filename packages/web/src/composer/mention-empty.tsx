import { adviseOn } from '../api/web-error.ts'
import type { MentionPicker } from './use-mention-picker.ts'

/** Nothing to pick, and why: still on its way, nothing there, or nothing like it. */
export function MentionEmpty({ id, picker }: { readonly id: string; readonly picker: MentionPicker }) {
  return (
    <p id={id} className="mention-none" role="status">
      {wordsFor(picker)}
    </p>
  )
}

function wordsFor({ mention, mentionable }: MentionPicker): string {
  const { sign, query = '' } = mention ?? {}
  if (sign === '/')
    return query === ''
      ? 'There are no templates or skills here yet.'
      : `No template, skill or command is like “${query}”.`
  if (/^https?:/i.test(query)) return 'Type or paste the whole address of a page.'
  if (mentionable.isPending) return 'Reading the list of files.'
  if (mentionable.error) return `The files cannot be listed. ${adviseOn(mentionable.error).what}`
  if (query.startsWith('#'))
    return query === '#' ? 'No note of this workspace carries a tag.' : `No tag is like “${query}”.`
  if (query === '')
    return sign === '[[' ? 'This workspace has no notes yet.' : 'This workspace has no files yet.'
  return sign === '[[' ? `No note is like “${query}”.` : `No file, folder or tag is like “${query}”.`
}
