import { type FileStore, privacyOf, privacyRulesOf, type SearchHit, type SearchIndex } from '@varve/workspace'

/** Hits that may be shown to whoever did not name the file: a private note is found by its name only. */
export async function withoutPrivate(
  files: FileStore,
  index: SearchIndex,
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> {
  const rules = await privacyRulesOf(files)
  const checked = await Promise.all(
    hits.map(async (hit) => {
      const parsed = hit.kind === 'note' ? (await index.file(hit.path))?.parsed : undefined
      return privacyOf(hit.path, parsed, rules) === 'private' ? [] : [hit]
    }),
  )
  return checked.flat()
}
