import type { ReplayModel } from './replay-models.ts'

/** That a model is not known, and what is used in its place; nothing where it is known. */
export function standInWords({ name, standIn }: ReplayModel): readonly string[] {
  if (standIn === undefined) return []
  return [`The model "${name}" is not known: the prices and the window of ${standIn} are used.`]
}
