import type { FileContentView } from '@varve/server/types'

/** Where each link of a note leads, by what is written in it. */
export function targetsIn({ links = [] }: FileContentView): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  for (const { target, path } of links) if (path !== undefined) targets.set(target, path)
  return targets
}
