/** What a template is filled with. */
export interface TemplateValues {
  readonly variables?: Readonly<Record<string, string>> | undefined
  readonly selection?: string | undefined
  /** Today, as `{date}` is to say it. */
  readonly date: string
}

/** What a template brings along: it is attached, and only named in the text. [L4-1] */
export type TemplateAttachment =
  | { readonly kind: 'note'; readonly target: string }
  | { readonly kind: 'tag'; readonly tag: string }

export interface ExpandedTemplate {
  readonly text: string
  readonly attach: readonly TemplateAttachment[]
  /** Variables without a value, in the order of their first mention; they are in the text as they were. */
  readonly missing: readonly string[]
  /** A selection is wanted and there is none. */
  readonly wantsSelection: boolean
}

/** Bounded on every side, so that no text makes it look far ahead. */
const PLACE =
  /\{\{[ \t]*([\p{L}_][\p{L}\p{N}_ -]{0,79}?)[ \t]*\}\}|\{\[\[([^\][{}\n|]{1,500})(?:\|([^\][{}\n]{0,200}))?\]\]\}|\{#([\p{L}\p{N}_][\p{L}\p{N}_/-]{0,199})\}|\{(selection|date)\}/gu

/** Fills a template in, once: what is filled in is not looked at for further places. */
export function expandTemplate(template: string, values: TemplateValues): ExpandedTemplate {
  const attach = new Map<string, TemplateAttachment>()
  const missing = new Set<string>()
  let wantsSelection = false
  const variables = values.variables ?? {}
  const text = template.replace(
    PLACE,
    (place: string, variable?: string, target?: string, alias?: string, tag?: string, word?: string) => {
      if (variable !== undefined) {
        if (Object.hasOwn(variables, variable)) return variables[variable] ?? ''
        missing.add(variable)
        return place
      }
      if (target !== undefined) {
        attach.set(`[[${target.trim()}`, { kind: 'note', target: target.trim() })
        return alias === undefined ? `[[${target.trim()}]]` : alias
      }
      if (tag !== undefined) {
        attach.set(`#${tag}`, { kind: 'tag', tag })
        return `#${tag}`
      }
      if (word === 'date') return values.date
      wantsSelection ||= values.selection === undefined
      return values.selection ?? place
    },
  )
  return { text, attach: [...attach.values()], missing: [...missing], wantsSelection }
}

/** The variables of a template, in the order of their first mention. */
export function templateVariables(template: string): readonly string[] {
  return expandTemplate(template, { date: '' }).missing
}
