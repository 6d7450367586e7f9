import { existsSync, realpathSync } from 'node:fs'
import { EarlyFiles } from '../preparing/early-files.ts'
import type { Parsers } from '../parsing/file-parsers.ts'
import type { IndexerData } from '../protocol/index-protocol.ts'
import { lookAtDisk } from '../looking/look-at-disk.ts'

/** As many as threads can prepare while the file of an index is made and the folder walked. */
const ENOUGH = 200

/** Has threads that are there begin with a folder that has no index yet; undefined where there is none of either. */
export async function prepareEarly(
  { file, root, limits }: IndexerData,
  parsers: Parsers,
): Promise<EarlyFiles | undefined> {
  if (existsSync(file)) return undefined
  const realRoot = realpathSync(root)
  const prepare = parsers.early({ realRoot, limits })
  if (!prepare) return undefined
  const { maximumFiles } = limits
  const look = await lookAtDisk('everything', { realRoot, maximumFiles, watch: undefined, enough: ENOUGH })
  return new EarlyFiles(look.files.values(), prepare)
}
