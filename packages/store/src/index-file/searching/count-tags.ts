/** One tag of one file, as it is compared and as it is written. */
export interface TagRow {
  readonly fold: string
  readonly tag: string
  readonly file_id: number
}

export interface TagCount {
  readonly tag: string
  readonly count: number
}

interface Counted {
  readonly tag: string
  readonly files: Set<number>
}

/** How many files carry each tag or one below it, each file once: `#a/b` counts for `#a`, written or not. Most used first. */
export function countTags(rows: readonly TagRow[]): readonly TagCount[] {
  const counted = new Map<string, Counted>()
  const count = (fold: string, { tag, files }: Counted, file: number) =>
    counted.set(fold, { tag, files: files.add(file) })
  for (const { fold, tag, file_id } of rows) {
    const { tag: known = tag, files = new Set<number>() } = counted.get(fold) ?? {}
    // One of several ways to write it, always the same.
    count(fold, { tag: tag < known ? tag : known, files }, file_id)
  }
  for (const { fold, tag, file_id } of rows)
    for (const [above, name] of tagsAbove(fold, tag))
      count(above, counted.get(above) ?? { tag: name, files: new Set() }, file_id)
  return [...counted.values()]
    .map(({ tag, files }) => ({ tag, count: files.size }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}

/** The tags above one, as they are compared and as it writes them; a step without a name is none. */
function tagsAbove(fold: string, tag: string): readonly (readonly [fold: string, tag: string])[] {
  const [folds, names] = [fold.split('/'), tag.split('/')]
  return names.slice(0, -1).flatMap((name, at) => {
    const until = at + 1
    return name === '' ? [] : [[folds.slice(0, until).join('/'), names.slice(0, until).join('/')] as const]
  })
}
