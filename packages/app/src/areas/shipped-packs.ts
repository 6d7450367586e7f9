import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Area, type AreaPlace, parseAreaFile } from '@varve/areas'

/** An area file that could not be used, with the line where there is one. */
export interface AreaProblem {
  readonly path: string
  readonly line?: number
  readonly message: string
}

export interface PackReading {
  /** By pack and id, in code-unit order, so that the same files always give the same list. */
  readonly areas: readonly Area[]
  readonly problems: readonly AreaProblem[]
}

const SUFFIX = '.area.md'

/** The packs that come with the product. */
export function shippedPacksFolder(): string {
  // The guard's entry is `src/index.ts`; the packs are beside `src`.
  return fileURLToPath(new URL('../packs/', import.meta.resolve('@varve/areas')))
}

/** One list of both; an area of the user's takes the place of the shipped one by its name. */
export function withOwn(shipped: PackReading, own: PackReading): PackReading {
  const byName = new Map([...shipped.areas, ...own.areas].map((area) => [`${area.pack}/${area.id}`, area]))
  return { areas: sorted([...byName.values()]), problems: [...shipped.problems, ...own.problems] }
}

function sorted(areas: readonly Area[]): readonly Area[] {
  const name = ({ pack, id }: Area): string => `${pack}/${id}`
  return areas.toSorted((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
}

/** At once rather than in turns: dozens of small files, for which a command would otherwise wait dozens of times. */
export function readShipped(folder: string): PackReading {
  const packs = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const reading = new Reading()
  for (const { name: pack } of packs) {
    const names = readdirSync(join(folder, pack)).filter((name) => name.endsWith(SUFFIX))
    for (const name of names) {
      const place = { pack, id: name.slice(0, -SUFFIX.length) }
      reading.add(readFileSync(join(folder, pack, name), 'utf8'), `${pack}/${name}`, place)
    }
  }
  return { areas: sorted(reading.areas), problems: reading.problems }
}

/** Areas as their files are read. */
export class Reading implements PackReading {
  readonly areas: Area[] = []
  readonly problems: AreaProblem[] = []

  add(text: string, path: string, place: AreaPlace): void {
    const parsing = parseAreaFile(text, place)
    if (parsing.kind === 'area') this.areas.push(parsing.area)
    else this.problems.push(...parsing.errors.map((error) => ({ path, ...error })))
  }
}
