import type { NoteLink } from '../note/parsed-note.ts'

/** Whether an embed shows a picture from the web. */
export function isRemote({ target }: Pick<NoteLink, 'target'>): boolean {
  return /^https?:\/\//iu.test(target)
}
