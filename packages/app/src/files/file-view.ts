import type { FileEntry } from '@varve/workspace'
import type { FileView } from '../views.ts'

/** Of English prose; other texts have fewer. It stands beside a name, where a look at the file would cost too much. */
const BYTES_PER_TOKEN = 4

export function fileView({ path, title, kind, bytes, modified }: FileEntry): FileView {
  const hasText = kind === 'note' || kind === 'file'
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN)
  return { path, title, kind, bytes, modified, ...(hasText ? { tokens } : {}) }
}
