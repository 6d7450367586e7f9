import type { NoteLink } from '../note/parsed-note.ts'

/** Whether a link leads to the web, or an embed shows a picture of it. */
export function isRemote({ target }: Pick<NoteLink, 'target'>): boolean {
  return /^https?:\/\//iu.test(target)
}
