const FILE_FIELDS = [
  'name',
  'path',
  'folder',
  'ext',
  'link',
  'size',
  'mtime',
  'mday',
  'ctime',
  'cday',
  'tags',
  'etags',
  'aliases',
  'outlinks',
  'inlinks',
  'lists',
  'tasks',
  'frontmatter',
  'day',
] as const

/** What a query can ask of a file, below `file`. */
export type FileField = (typeof FILE_FIELDS)[number]

const NAMES: ReadonlySet<string> = new Set(FILE_FIELDS)

export function isFileField(name: string): name is FileField {
  return NAMES.has(name)
}

/** All others are told, whether Dataview has them or not: nobody asks for a field to find it empty everywhere. */
export function missingFileField(name: string): string | undefined {
  return isFileField(name) ? undefined : `the field file.${name}`
}
