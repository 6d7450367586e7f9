import {
  type FileStore,
  privacyOf,
  privacyRulesOf,
  type SearchHit,
  type SearchIndex,
  strictestPrivacy,
  WorkspaceError,
} from '@varve/workspace'
import type { SearchHitView } from './workspace-views.ts'

/** Hits for the user's own eyes: none is held back, and what may not go everywhere says so. */
export async function withMarks(
  files: FileStore,
  index: SearchIndex,
  hits: readonly SearchHit[],
): Promise<readonly SearchHitView[]> {
  const rules = await privacyRulesOf(files)
  return Promise.all(
    hits.map(async (hit) => {
      const parsed = hit.kind === 'note' ? (await index.file(hit.path))?.parsed : undefined
      const path = await placeOf(files, hit.path)
      const privacy = strictestPrivacy([hit.path, path].map((each) => privacyOf(each, parsed, rules)))
      return privacy === 'open' ? hit : { ...hit, privacy }
    }),
  )
}

/** A link is marked as the file that it leads to. One that is gone or closed by now takes no other hit with it. */
async function placeOf(files: FileStore, path: string): Promise<string> {
  try {
    return (await files.stat(path))?.path ?? path
  } catch (error) {
    if (error instanceof WorkspaceError) return path
    throw error
  }
}
