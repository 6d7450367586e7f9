import type { SearchIndex } from '@varve/index'
import { type FileStore, PRIVACY_FILE, privacyRulesOf } from '@varve/workspace'
import type { IndexView } from '../views.ts'

/** What an index is doing, and what a person should mend: rules of privacy that cannot be understood come first. */
export async function indexView(files: FileStore, index: SearchIndex): Promise<IndexView> {
  const status = index.status()
  const { problems } = await privacyRulesOf(files)
  const ofPrivacy = problems.map((reason) => ({ path: PRIVACY_FILE, reason }))
  return { ...status, problems: [...ofPrivacy, ...status.problems] }
}
