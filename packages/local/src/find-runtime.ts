import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const PACKAGE = 'node-llama-cpp'

export interface FoundRuntime {
  /** To be imported. */
  readonly url: string
  readonly version: string
}

/** llama.cpp beside Varve itself, else among the parts that were fetched into the data folder. */
export function findRuntime(partsFolder: string): FoundRuntime | undefined {
  return [import.meta.url, pathToFileURL(join(partsFolder, 'part.js')).href]
    .map(runtimeFrom)
    .find((found) => found !== undefined)
}

function runtimeFrom(place: string): FoundRuntime | undefined {
  try {
    const entry = createRequire(place).resolve(PACKAGE)
    // Its description is not among what it exports.
    const folder = entry.slice(0, entry.lastIndexOf(`${sep}${PACKAGE}${sep}`) + PACKAGE.length + 1)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string
    }
    return hasBuild(entry) ? { url: pathToFileURL(entry).href, version } : undefined
  } catch {
    return undefined
  }
}

/** Without a build for this machine the package loads, and then finds nothing to run with. */
function hasBuild(entry: string): boolean {
  const system = { darwin: 'mac', win32: 'win' }[process.platform as string] ?? process.platform
  const require = createRequire(entry)
  return ['', '-metal', '-cuda', '-vulkan'].some((kind) => {
    try {
      return dirname(require.resolve(`@node-llama-cpp/${system}-${process.arch}${kind}`)) !== ''
    } catch {
      return false
    }
  })
}
