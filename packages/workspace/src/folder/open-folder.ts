import { stat } from 'node:fs/promises'
import { type Artifact, createArtifact, hashBytes, liftDataImages } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import { type FolderListing, listFolder } from './list-folder.ts'
import { readFileText } from './read-file-text.ts'
import { refuseHidden, refuseHiddenTarget } from './refuse-hidden.ts'
import { fromSystem, resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** A directory on disk as a workspace. Paths are relative to its root and never lead out of it. */
export interface Folder {
  readonly root: string
  readonly list: () => Promise<FolderListing>
  /** A note or text file as an artifact, byte for byte; the hash is of the bytes on disk. */
  readonly read: (path: string) => Promise<Artifact>
  /** Throws unless `read` could be tried: a path inside, of a kind with text. Nothing is read. */
  readonly check: (path: string) => Promise<void>
}

export interface FolderOptions {
  readonly maximumFileBytes?: number
  readonly maximumFiles?: number
}

/** Opens a directory as a workspace. */
export async function openFolder(root: string, options: FolderOptions = {}): Promise<Folder> {
  const { maximumFileBytes = 8 * 1024 * 1024, maximumFiles = 200_000 } = options
  const stats = await stat(root).catch((error: unknown) => {
    throw fromSystem(error, '.')
  })
  if (!stats.isDirectory())
    throw new WorkspaceError('not-a-folder', '.', 'The root of the workspace is not a folder.')
  return {
    root,
    list: () => listFolder(root, maximumFiles),
    read: (path) => readArtifact(root, path, maximumFileBytes),
    check: async (path) => {
      await refuseHiddenTarget(root, path)
      await resolveInside(root, path)
      textKind(path)
    },
  }
}

async function readArtifact(root: string, path: string, maximumBytes: number): Promise<Artifact> {
  refuseHidden(path)
  await resolveInside(root, path)
  const kind = textKind(path)
  const { text, bytes, realPath } = await readFileText(root, path, maximumBytes)
  // A link may stay inside and still lead to what is hidden.
  refuseHidden(realPath, path)
  // Pictures inside the text are listed as what they are; the hash stays that of the file. [L2-4]
  const lifted = liftDataImages(text)
  return createArtifact({
    kind,
    source: { path },
    content: lifted.text,
    contentHash: hashBytes(bytes),
    images: lifted.images.map(({ reference }) => reference),
  })
}

function textKind(path: string): 'note' | 'file' {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const kind = fileKind(name)
  if (kind === 'note' || kind === 'file') return kind
  const what =
    kind === undefined ? 'a file that Varve cannot read as text' : kind === 'pdf' ? 'a PDF' : 'an image'
  throw new WorkspaceError(
    'not-text',
    path,
    `"${path}" is ${what}; only notes and text files can be attached so far.`,
  )
}
