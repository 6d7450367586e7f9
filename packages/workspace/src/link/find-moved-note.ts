import { baseName } from './file-names.ts'
import { FileTable } from './file-table.ts'

/** Where a file that is not at its path any more is now: the only one of its base name, or undefined. */
export function findMovedNote(path: string, files: Iterable<{ readonly path: string }>): string | undefined {
  const table = new FileTable()
  for (const file of files) table.add(file.path)
  return table.onlyNamed(baseName(path))
}
