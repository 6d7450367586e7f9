const FENCE = String.raw`^[ \t>]*(?<fence>${'`{3,}'}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>[${'`'}~]*[ \t]*$|(?![\s\S]))|(?![\s\S]))`
const CODE = String.raw`(?<!${'`'})(?<code>${'`'}+)(?!${'`'})(?:(?!\n[ \t]*\n)[\s\S])*?(?<!${'`'})\k<code>(?!${'`'})`
const COMMENT = String.raw`%%(?<comment>[\s\S]*?)%%|<!--(?<markup>[\s\S]*?)-->`
/** At the end of a block: before an empty line, another item or heading, or nothing. */
const BLOCK_ID = String.raw`(?<=^|[ \t])(?<id>\^[A-Za-z\d-]+[ \t]*)(?=\r?\n[ \t>]*(?:\r?\n|[-*+#]|\d+[.)])|\r?\n?(?![\s\S]))`
const PARTS = new RegExp(`${FENCE}|${CODE}|${COMMENT}|${BLOCK_ID}`, 'gm')

/** A note without its `%%comments%%` and the ids of its blocks, which are for who writes it. Its lines stay where they are; code is left alone. */
export function hideComments(text: string): string {
  if (!/%%|<!--|\^/.test(text)) return text
  return text.replaceAll(PARTS, (part: string, ...rest: readonly unknown[]) => {
    const { comment, markup, id } = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const hidden = comment ?? markup ?? id
    return hidden === undefined ? part : hidden.replaceAll(/[^\n]+/g, '')
  })
}
