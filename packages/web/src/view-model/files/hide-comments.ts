const FENCE = String.raw`^[ \t>]*(?<fence>${'`{3,}'}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>[${'`'}~]*[ \t]*$|(?![\s\S]))|(?![\s\S]))`
const CODE = String.raw`(?<!${'`'})(?<code>${'`'}+)(?!${'`'})(?:(?!\n[ \t]*\n)[\s\S])*?(?<!${'`'})\k<code>(?!${'`'})`
const COMMENT = String.raw`%%(?<comment>[\s\S]*?)%%`
const PARTS = new RegExp(`${FENCE}|${CODE}|${COMMENT}`, 'gm')

/** A note without its `%%comments%%`, which are for who writes it. Its lines stay where they are; code is left alone. */
export function hideComments(text: string): string {
  if (!text.includes('%%')) return text
  return text.replaceAll(PARTS, (part: string, ...rest: readonly unknown[]) => {
    const { comment } = rest.at(-1) as { readonly comment?: string }
    return comment === undefined ? part : comment.replaceAll(/[^\n]+/g, '')
  })
}
