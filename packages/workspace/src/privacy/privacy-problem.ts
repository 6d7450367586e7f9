import { type PrivacyRules, PRIVACY_FILE } from './privacy-rules.ts'

/**
 * For whoever owns the workspace: why nothing of it counts as open, with file, place and reason. It may name
 * what is private and is not for models.
 */
export function privacyProblem({ problems }: PrivacyRules): string | undefined {
  const [first, ...more] = problems
  if (first === undefined) return undefined
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return `${PRIVACY_FILE} cannot be understood, so every file counts as private until it is mended: ${first.replace(/\.$/, '')}${others}.`
}
