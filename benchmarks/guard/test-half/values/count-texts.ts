interface Counted {
  readonly form: string
  readonly language: string
  readonly about: string
  readonly hard?: boolean
}

/** Counts by type, by form and by language, as lines. */
export function makeReport(lines: readonly Counted[]): string {
  const rows = [...Map.groupBy(lines, ({ about }) => about)].map(([about, group]) => {
    const hard = group.filter((line) => line.hard).length
    return `${about.padEnd(20)} ${group.length - hard} found, ${hard} hard; ${countBy(group, ({ form }) => form)}`
  })
  const forms = countBy(lines, ({ form }) => form)
  const languages = countBy(lines, ({ language }) => language)
  return [...rows, `${lines.length} texts`, forms, languages].join('\n')
}

function countBy(lines: readonly Counted[], keyOf: (line: Counted) => string): string {
  return [...Map.groupBy(lines, keyOf)]
    .map(([key, group]) => ({ key, count: group.length }))
    .sort((left, right) => right.count - left.count || (left.key < right.key ? -1 : 1))
    .map(({ key, count }) => `${key} ${count}`)
    .join(', ')
}
