import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const BRITISH =
  /(?<![\p{L}\p{N}_-])(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d|[A-HK-Y]\d\d|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRVWXY]) ?\d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\p{N}_-])/gu
const CANADIAN =
  /(?<![\p{L}\p{N}_-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?![\p{L}\p{N}_-])/gu
const ZIP_PLUS_4 = /(?<![\p{L}\p{N}_.-])\d{5}-\d{4}(?![\p{L}\p{N}_]|[-.]\d)/gu
const LABELLED =
  /(?<![\p{L}\p{N}_.-])(?:\d{2}-\d{3}|\d{4} ?[A-Z]{2}|\d{3} ?\d{2}|\d{4,6}(?:-\d{3,4})?|[A-Z]\d{2} ?[A-Z0-9]{4})(?![\p{L}\p{N}_]|[-.]\d)/gu

const FORMS: readonly { readonly form: RegExp; readonly country: string; readonly confidence: number }[] = [
  { form: BRITISH, country: 'GB', confidence: 0.65 },
  { form: CANADIAN, country: 'CA', confidence: 0.65 },
  { form: ZIP_PLUS_4, country: 'US', confidence: 0.6 },
]

export const postcodeRule: Rule = {
  type: 'POSTCODE',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const { form, country, confidence } of FORMS)
      for (const match of text.matchAll(form)) {
        const span = { start: match.index, end: match.index + match[0].length }
        const isNamed = tools.belongsTo(span, 'postcode', 'address')
        if (!isNamed && tools.belongsElsewhere(span, 'name', 'birth', 'phone')) continue
        // Without a blank in it, a British or Canadian code may be any part number.
        if (!isNamed && country !== 'US' && !/[ -]/.test(match[0])) continue
        found.push({ ...span, confidence: isNamed ? 0.9 : confidence, jurisdiction: country })
      }
    if (tools.labels.some(({ about }) => about.includes('postcode')))
      for (const match of text.matchAll(LABELLED)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (tools.belongsTo(span, 'postcode')) found.push({ ...span, confidence: 0.75 })
      }
    return found
  },
}
