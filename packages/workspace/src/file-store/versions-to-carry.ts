import type { FileVersion } from './file-store.ts'

type Kept = Pick<FileVersion, 'contentHash' | 'keptAt'>

/** Of the versions of a file that is moved, in their order, those that its new name does not have: it may have been moved before. */
export function versionsToCarry<Version extends Kept>(
  moved: readonly Version[],
  there: readonly Kept[],
): readonly Version[] {
  const known = new Set(there.map(nameOf))
  return moved.filter((version) => !known.has(nameOf(version)))
}

function nameOf({ contentHash, keptAt }: Kept): string {
  return `${contentHash} ${keptAt}`
}
