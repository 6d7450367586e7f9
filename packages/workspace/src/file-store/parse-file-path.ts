import { type FileKind, fileKind } from '../file-kind.ts'
import { refuseHidden } from '../folder/refuse-hidden.ts'
import { titleOf } from '../link/file-names.ts'
import { parsePath, type ParsePathOptions } from '../path/parse-path.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** A file of a workspace by its path alone. */
export interface FilePath {
  /** NFC, with `/`. */
  readonly path: string
  readonly names: readonly string[]
  readonly kind: FileKind
  readonly title: string
}

/** What a store of files takes as a path, before it looks whether there is such a file: the same in every store. */
export function parseFilePath(asked: string, options: ParsePathOptions): FilePath {
  refuseHidden(asked)
  const names = parsePath(asked, options)
  const path = names.join('/')
  // What only the normal form shows to be hidden.
  refuseHidden(path, asked)
  const name = names.at(-1) ?? ''
  const kind = requireKind(name, asked)
  return { path, names, kind, title: titleOf(name, kind) }
}

/** The kind of a file by its name; other files than those that a listing names are refused. */
export function requireKind(name: string, asked: string): FileKind {
  const kind = fileKind(name)
  if (kind) return kind
  throw new WorkspaceError(
    'not-text',
    asked,
    `"${asked}" is of a kind that Varve cannot read; notes, text, PDFs and images can be attached.`,
  )
}
