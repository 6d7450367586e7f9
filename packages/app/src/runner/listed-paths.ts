import type { GatheredResult } from '@varve/engine'

/** The files that a result names without showing anything of them, by what the tools themselves write. */
export function listedPaths({ tool, text }: Pick<GatheredResult, 'tool' | 'text'>): readonly string[] {
  const lines = text.split('\n')
  switch (tool) {
    case 'glob':
    case 'find':
      return lines.filter((line) => !/^\[\d+ more; narrow it\]$|^No file of the workspace is /.test(line))
    case 'ls': {
      const [first = '', ...names] = lines
      const folder = folderOf(first)
      return names.flatMap((line) => {
        const [, name] = /^(.+) \(\d+ bytes\)$/.exec(line) ?? []
        return name === undefined ? [] : [folder + name]
      })
    }
    case 'getFileTree':
      return treePaths(lines)
    default:
      return []
  }
}

/** Folders end with a stroke and a count; what is below them stands further in. */
function treePaths(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines
  const folders: string[] = []
  return rest.flatMap((line) => {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    const name = line.slice(2 * depth)
    const [, folder] = /^(.+\/) \(\d+\)$/.exec(name) ?? []
    folders.splice(depth)
    if (folder !== undefined) {
      folders.push(folder)
      return []
    }
    return [`${folderOf(first)}${folders.join('')}${name}`]
  })
}

function folderOf(first: string): string {
  return first === '/' ? '' : first
}
