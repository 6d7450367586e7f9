/** Why a model cannot be used, in words and without a place of this disk. */
export function embedFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isMissing = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing
    ? 'it is not installed; "npm ci" with optional dependencies brings it along.'
    : error.message
}
