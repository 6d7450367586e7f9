import { expect } from 'vitest'
import type { OpenedSearchIndex } from '../client/index-client.ts'
import { pathsOf, type TemporaryWorkspace } from './temporary-workspace.ts'

/** An index that has seen everything once and follows what changes. */
export async function openWatched(place: TemporaryWorkspace): Promise<OpenedSearchIndex> {
  const index = await place.open({ watch: true })
  await index.refresh()
  return index
}

/** It comes without being asked for: the next look at everything is minutes away, far more than is waited here. */
export function untilFound(index: OpenedSearchIndex, text: string, paths: readonly string[]): Promise<void> {
  return expect.poll(async () => (await pathsOf(index, text)).toSorted()).toEqual(paths)
}
