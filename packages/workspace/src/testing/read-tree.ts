import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Every name below a folder with what it holds, to be compared with itself later. Links are not followed. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name)
    if (entry.isDirectory())
      for (const [name, content] of Object.entries(readTree(place))) tree[`${entry.name}/${name}`] = content
    else if (entry.isFile()) tree[entry.name] = readFileSync(place, 'latin1')
    else tree[entry.name] = entry.isSymbolicLink() ? `-> ${readlinkSync(place)}` : 'other'
    if (entry.isDirectory()) tree[entry.name] = 'folder'
  }
  return tree
}
