import { isLuhnValid } from '../checksum/luhn.ts'
import type { Candidate } from '../finding.ts'
import { findLabelledCodes } from './labelled-code.ts'
import type { Rule } from './rule.ts'

/** Short numbers that only what is beside them tells: three rules, each of a label or a neighbour. */

/** Nothing else is called so. */
const SECURITY_LABEL =
  'cvv2?|cvc2?|cvn2?|card (?:security|verification) (?:code|number|value)|cryptogramme(?: visuel)?|kartenpr[uü]f(?:nummer|ziffer)|pr[uü]fziffer der karte'
/** Of a card only where one is near. */
const SECURITY_WORDS =
  'security code|code de s[eé]curit[eé]|c[oó]digo de seguridad|c[oó]digo de seguran[cç]a|codice di sicurezza|sicherheitscode|pr[uü]fnummer|cid|csc|3[- ]digit code|code on the back'
const SECURITY_CODE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${SECURITY_LABEL})|${SECURITY_WORDS})(?![\\p{L}])["'\`*]{0,2}(?:[ \\t]{0,2}(?:code|number|no|nr)\\.?)?[ \\t]{0,2}(?:[:=#|(-]|is|est|es|ist|è|é)?[ \\t]{0,2}["'\`*]{0,2}(\\d{3,4})(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
  'giu',
)
/** `4111 1111 1111 1111 12/27 123`: number, expiry and code, as they are copied from a card. */
const BEHIND_EXPIRY =
  /(?<=\d[\s,;|]{1,3}(?:0[1-9]|1[0-2])[/-](?:20)?[2-4]\d[\s,;|]{1,3})\d{3,4}(?![\p{L}\p{N}]|[.,:/-]\d)/gu
/** Characters in which a card and its code are together. */
const NEAR_CARD = 240

export const cardSecurityCodeRule: Rule = {
  type: 'CARD_SECURITY_CODE',
  version: 1,
  find: (text, tools) => {
    const hasCardNear = (place: number): boolean =>
      tools
        .numbers(13, 19)
        .some(({ start, digits }) => Math.abs(start - place) < NEAR_CARD && isLuhnValid(digits))
    const found: Candidate[] = []
    for (const { 0: whole, 1: label, 2: code = '', index } of text.matchAll(SECURITY_CODE)) {
      const end = index + whole.length
      if (label !== undefined || hasCardNear(index))
        found.push({ start: end - code.length, end, confidence: label === undefined ? 0.8 : 0.95 })
    }
    for (const { 0: code, index } of text.matchAll(BEHIND_EXPIRY))
      if (hasCardNear(index)) found.push({ start: index, end: index + code.length, confidence: 0.85 })
    return found
  },
}

const SORT_CODE = /(?<![\p{L}\p{N}]|\d[-./ ])(\d\d)([- ])(\d\d)\2(\d\d)(?![\p{L}\p{N}]|[-./]\d)/gu
const PIECE = /(?<![\p{L}\p{N}]|\d[-./])\d{6}(?![\p{L}\p{N}]|[-./]\d)/gu
/** Of the account, right before or behind the code, with or without its label. */
const ACCOUNT_BEFORE =
  /(?<!\d)\d{8}[\s,;/|()]{1,4}(?:and |with |sort(?: ?code)?[\s:.#]{0,3}|sc[\s:]{0,3}){0,2}$/i
const ACCOUNT_BEHIND =
  /^[\s,;/|()]{1,4}(?:and |with |acc(?:oun)?t?\.?|a\/c|number|num|no\.?|[\s:=#.])*\d{8}(?!\d)/i

export const ukSortCodeRule: Rule = {
  type: 'UK_SORT_CODE',
  version: 1,
  find: (text, tools) => {
    const inPairs = [...text.matchAll(SORT_CODE)].flatMap(({ 0: code, index }) => {
      const span = { start: index, end: index + code.length }
      if (tools.belongsTo(span, 'sortCode')) return [{ ...span, confidence: 0.95, jurisdiction: 'GB' }]
      const isPaired =
        ACCOUNT_BEHIND.test(text.slice(span.end, span.end + 40)) ||
        ACCOUNT_BEFORE.test(text.slice(Math.max(0, index - 40), index))
      return isPaired && tools.speaksOf(span, 'account', 'bank', 'sortCode')
        ? [{ ...span, confidence: 0.75, jurisdiction: 'GB' }]
        : []
    })
    const inOnePiece = [...text.matchAll(PIECE)].flatMap(({ 0: code, index }) => {
      const owner = tools.labelOf(index, index + code.length)
      const isNamed = owner?.isTight && /^sort/i.test(text.slice(owner.start, owner.end))
      return isNamed ? [{ start: index, end: index + code.length, confidence: 0.85, jurisdiction: 'GB' }] : []
    })
    return [...inPairs, ...inOnePiece]
  },
}

const INSURANCE_FORM =
  /^(?:[A-Z]{1,5}[- ]?)?\d[A-Z0-9]{2,14}(?:[- ][A-Z0-9]{1,8}){0,3}|^[A-Z]{1,5}\d[A-Z0-9]{3,14}|^[A-Z]{4}[ -]?\d{4}[ -]?\d{4}/

export const healthInsuranceRule: Rule = {
  type: 'HEALTH_INSURANCE',
  version: 1,
  find: (text, tools) =>
    findLabelledCodes(text, tools, {
      vocabulary: 'healthInsurance',
      form: INSURANCE_FORM,
      scene: /health insurance|krankenkass|assurance maladie|tarjeta sanitaria|tessera sanitaria/iu,
      accepts: (code) => {
        const digits = code.replace(/\D/g, '').length
        return (
          digits >= 4 && digits <= 20 && !/^\d{1,2}[- ]\d{1,2}[- ]\d{2,4}$|^(?:19|20)\d\d(?:$|-)/.test(code)
        )
      },
      confidence: 0.8,
    }),
}
