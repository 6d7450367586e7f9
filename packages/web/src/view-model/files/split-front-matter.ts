export interface FrontMatterField {
  readonly name: string
  readonly values: readonly string[]
}

export interface SplitNote {
  readonly fields: readonly FrontMatterField[]
  readonly body: string
  /** How many lines stand before the body, for whoever counts lines of the file. */
  readonly linesBefore: number
}

const FRONT = /(?<![\s\S])\uFEFF?---[ \t]*(?:\r\n|\n)([\s\S]*?)^(?:---|\.\.\.)[ \t]*$(?:\r\n|\n)?/m

/** A note parted into the fields at its head, for reading, and its text. What is nested is shown as written. */
export function splitFrontMatter(content: string): SplitNote {
  const match = FRONT.exec(content)
  if (!match) return { fields: [], body: content, linesBefore: 0 }
  const [head, inside = ''] = match
  return {
    fields: fieldsIn(inside.split(/\r?\n/)),
    body: content.slice(head.length),
    linesBefore: head.replace(/\n$/, '').split('\n').length,
  }
}

function fieldsIn(lines: readonly string[]): readonly FrontMatterField[] {
  const fields: { name: string; values: string[] }[] = []
  for (const line of lines) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const named = /^([^\s:#-][^:]*):(?:\s+(.*))?$/.exec(line)
    if (named) fields.push({ name: named[1]?.trim() ?? '', values: valuesIn(named[2] ?? '') })
    else fields.at(-1)?.values.push(unquote(line.trim().replace(/^-\s+/, '')))
  }
  return fields
}

function valuesIn(text: string): string[] {
  const value = text.trim()
  const list = /^\[(.*)\]$/.exec(value)?.[1]
  if (list === undefined || value.startsWith('[[')) return value === '' ? [] : [unquote(value)]
  return list
    .split(',')
    .map((each) => unquote(each.trim()))
    .filter(Boolean)
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value
}
