import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const PACKAGE = 'node-llama-cpp'

export interface FoundRuntime {
  /** To be imported. */
  readonly url: string
  readonly version: string
}

/**
 * llama.cpp beside Varve itself, else among the parts that were fetched into the data folder. Node's own resolution may
 * remember that a package was missing, and it may be fetched while Varve runs.
 */
export function findRuntime(partsFolder: string): FoundRuntime | undefined {
  return [dirname(fileURLToPath(import.meta.url)), partsFolder]
    .map(runtimeFrom)
    .find((found) => found !== undefined)
}

function runtimeFrom(place: string): FoundRuntime | undefined {
  const folder = locate(PACKAGE, place)
  if (folder === undefined || !hasBuild(folder)) return undefined
  try {
    const { main, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly main: string
      readonly version: string
    }
    return { url: pathToFileURL(join(folder, main)).href, version }
  } catch {
    return undefined
  }
}

/** Without a build for this machine the package loads, and then finds nothing to run with. */
function hasBuild(from: string): boolean {
  const system = { darwin: 'mac', win32: 'win' }[process.platform as string] ?? process.platform
  return ['', '-metal', '-cuda', '-vulkan'].some(
    (kind) => locate(`@${PACKAGE}/${system}-${process.arch}${kind}`, from) !== undefined,
  )
}

function locate(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (dirname(folder) === folder) return undefined
  }
}
