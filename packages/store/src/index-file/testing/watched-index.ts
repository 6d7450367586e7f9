import { expect, vi } from 'vitest'
import type { OpenedSearchIndex } from '../calling/threaded-search-index.ts'
import { pathsOf, type TemporaryWorkspace } from './temporary-workspace.ts'

/**
 * The limit of patience, not a promise: far less than until the next look at everything, and enough on a busy machine. What
 * is asserted is that it comes at all, without being asked to look.
 */
export const PATIENCE = { timeout: 20_000, interval: 25 } as const

/** An index that has seen everything once and follows what changes. */
export async function openWatched(place: TemporaryWorkspace): Promise<OpenedSearchIndex> {
  const index = await place.open({ watch: true })
  await index.refresh()
  return index
}

export function untilFound(index: OpenedSearchIndex, text: string, paths: readonly string[]): Promise<void> {
  return vi.waitFor(async () => expect((await pathsOf(index, text)).toSorted()).toEqual(paths), PATIENCE)
}
