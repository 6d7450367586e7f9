import { isIbanValid } from '../checksum/mod-97.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

/** How long the numbers of each country are. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const HEAD = /^[a-z]{2}\d{2}/i
/** `GB 29 NWBK …`: in capitals, and mostly digits, for a word with a number behind it is nobody's. */
const SPACED_HEAD = /^[A-Z]{2}[ \u00a0]\d{2}(?!\d)/
const SPACED = /^(?=(?:\D*\d){10})[^a-z]*$/
/** `… 0130 00EUR`: a word that only touches its last digit. */
const WORD_BEHIND = /^\p{L}{1,16}(?![\p{L}\p{N}_])/u
/** Between its groups: also the end of a line and a cell, for its length and check digits tell that it goes on. */
const GAP = /(?:[ \u00a0\u202f.-]|[ \t]{2,5}|[ \t]{0,3}\r?\n[ \t>]{0,8}|[ \t]{0,3}\|[ \t]{0,3})(?=[0-9a-z])/iy

export const ibanRule: Rule = {
  type: 'IBAN',
  version: 4,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      // `IBANGB29…`
      const start = /^iban[a-z]{2}\d/i.test(text.slice(token.start, token.start + 7))
        ? token.start + 4
        : token.start
      const head = text.slice(start, start + 6)
      const isSpaced = SPACED_HEAD.test(head)
      const length = IBAN_LENGTHS[head.slice(0, 2).toUpperCase()]
      if (length === undefined || !(isSpaced || HEAD.test(head))) continue
      const read = readCharacters(text, start, length) ?? readWord(text, start)
      if (!read || !isIbanValid(read.compact)) continue
      if (isSpaced && !SPACED.test(text.slice(start, read.end))) continue
      if (read.compact.length !== length && !tools.belongsTo({ start, end: read.end }, 'iban')) continue
      if (text[start - 1] === '_' || text[start - 1] === '/') continue
      found.push({
        start,
        end: read.end,
        confidence: tools.belongsTo({ start, end: read.end }, 'iban', 'account', 'bank') ? 0.99 : 0.95,
        jurisdiction: read.compact.slice(0, 2),
        isWhole: true,
      })
    }
    return found
  },
}

/** So many letters and digits, with separators; of the same word only letters may follow a last digit. */
function readCharacters(
  text: string,
  start: number,
  length: number,
): { readonly compact: string; readonly end: number } | undefined {
  let compact = ''
  let at = start
  while (compact.length < length) {
    const character = text[at] ?? ''
    if (/[0-9a-z]/i.test(character)) {
      compact += character
      at += 1
      continue
    }
    GAP.lastIndex = at
    const gap = GAP.exec(text)?.[0]
    if (gap === undefined) return undefined
    at += gap.length
  }
  const isWhole =
    !/[0-9a-z_]/i.test(text[at] ?? '') || (/\d$/.test(compact) && WORD_BEHIND.test(text.slice(at, at + 18)))
  return isWhole ? { compact: compact.toUpperCase(), end: at } : undefined
}

/** In one piece and of another length: somebody's slip, which a label may stand for. */
function readWord(
  text: string,
  start: number,
): { readonly compact: string; readonly end: number } | undefined {
  const word = /^[0-9a-z]{15,34}(?![0-9a-z_])/i.exec(text.slice(start, start + 35))?.[0]
  return word === undefined ? undefined : { compact: word.toUpperCase(), end: start + word.length }
}
