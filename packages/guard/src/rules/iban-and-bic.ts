import { isIbanValid } from '../checksum/check-digits.ts'
import { lastBefore } from '../context/owner.ts'
import type { Owner, ScanTools } from '../context/scan-tools.ts'
import type { Token } from '../context/tokens.ts'
import type { Candidate } from '../finding.ts'
import { isBankPlace } from './banking.ts'
import { isExample } from './beside.ts'
import type { Rule } from './rule.ts'

/** ISO 3166 alpha-2 codes of all countries and territories, and Kosovo's. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE
  GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM
  KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH
  SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG
  VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s+/),
)

const BEGINS =
  /^(?:[AEIOUY]|[B-DF-HJ-NP-TV-XZ](?:[AEIOUY]|$)|B[LR]|C[HLRZ]|D[RW]|F[LR]|G[HLNR]|K[HLNR]|MC|P[FHLRS]|RH|S[CHKLMNPQTVW]|T[HRSW]|W[HR]|ZW)/
const ENDS =
  /(?:[AEIOUY].?|(?:B|C|D|F|G|H|K|L|M|N|P|R|T|W|Y)S|L[DFKLMPT]|M[BP]|N[CDGKTX]|PT|R[BCDFGKLMNPT]|S[CHKMPST]|T[HTZ]|C[HKT]|F[FT]|G[HNT]|HT|D[TD]|GG|NN|W[DKLN]|XT|ZZ)$/

/** Whether capitals can't be a word in any of the languages: no word begins, ends or continues like that. */
export function isNoWord(capitals: string): boolean {
  if (!BEGINS.test(capitals) || !ENDS.test(capitals)) return true
  return /[B-DF-HJ-NP-TV-XZ]{5}|Q[^U]|[JVQ][B-DF-HJ-NP-TV-XZ]|X[B-DF-GJ-NR-SV-XZ]/.test(capitals)
}

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
/** `GB 29 NWBK …`: in capitals and mostly digits, since a word followed by a number is no IBAN. */
const SPACED_HEAD = /^[A-Z]{2} \d{2}(?!\d)/
const SPACED = /^(?=(?:\D*\d){10})[^a-z]*$/
/** `… 0130 00EUR`: a word that only touches its last digit. */
const WORD_BEHIND = /^\p{L}{1,16}(?![\p{L}\p{N}_])/u
/**
 * Separators between its groups, including line ends and table cells: length and check digits confirm that it
 * continues.
 */
const GAP = /(?:[ \t._-]|[ \t]{2,5}|[ \t]{0,3}-?\r?\n[ \t>]{0,8}|[ \t]{0,3}\|[ \t]{0,3})(?=[0-9a-z])/iy

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
      if (/[_/]/.test(text[start - 1] ?? '') && !SPACED.test(text.slice(start, read.end))) continue
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
    !/[0-9a-z]/i.test(text[at] ?? '') || (/\d$/.test(compact) && WORD_BEHIND.test(text.slice(at, at + 18)))
  return isWhole ? { compact: compact.toUpperCase(), end: at } : undefined
}

/** In one piece with the wrong length: a typing error, accepted if a label names it. */
function readWord(
  text: string,
  start: number,
): { readonly compact: string; readonly end: number } | undefined {
  const word = /^[0-9a-z]{15,34}(?![0-9a-z])/i.exec(text.slice(start, start + 35))?.[0]
  return word === undefined ? undefined : { compact: word.toUpperCase(), end: start + word.length }
}

const FORM = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
/** What leads to a value: a sign, or a verb that says what it is. */
const LEAD =
  /[:=([{,>|?\u2013\u2014\u2192-]\s{0,2}["'`]?$|(?:^|[^\p{L}])(?:is|are|was|ist|lautet|est|c['\u2019]est|es|è|é|to|jest|luidt)\s(?:now |still |jetzt |nun |ahora |ora )?["'`]?$/iu
/** The same, with no other possible meaning. */
const TOLD =
  /(?:[:=(?]|(?:^|[^\p{L}])(?:it['\u2019]?s|is|lautet|c['\u2019]est|est|es|ist|è|é))\s{0,2}["'`]?$/iu
/** As Asia's languages join it to their word for "code". */
const JOINED = /(?:swift|bic)(?:\/(?:swift|bic))?\s?(?:コード|代码|代碼|编码|코드)\s?[:：は是]?\s?["'`]?$/iu
/** Settings about the network, and not the code of a bank: `SWIFT_ENV=`. */
const SETTING =
  /(?:env|environment|mode|status|state|provider|gateway|timeout|level|version|format|type|network|stage|tier|channel|release|action|result|event|role|profile|region|client|service|queue|policy|strategy|backend|adapter|driver|name|error|reason)["'`]?\s?[:=]\s?["'`]?$/i
/** Words of eight or eleven letters that banks and programs write in capitals. */
const WORDS =
  /^(?:(?:SANDBOX|STAGING|RELEASE|TESTING|PREVIEW|DEFAULT|PRIMARY|VERSION|CLUSTER|PAYMENT|GATEWAY|PARTNER|CHANNEL|PROFILE|SERVICE|ACCOUNT|INVOICE|BALANCE|NETWORK|CONNECT|MESSAGE|REQUEST)\d|[A-Z]{6}ED|[A-Z]{5}ING|[A-Z]{8}ION|[A-Z]{4}BANK|BARCLAYS|SABADELL|DEUTSCHE|COINBASE|STARLING|INVESTEC|CUSTOMER|BUSINESS|INTEREST|DEPOSITS|BALANCES|BRANCHES|OVERSEAS|DOMESTIC|EXCHANGE|SUSPENSE|MAINTENANCE|OUTSTANDING|OPERATIONAL|DEVELOPMENT)$/

/** How far after a code the word that names it may be. */
const BEHIND = 40

export const swiftBicRule: Rule = {
  type: 'SWIFT_BIC',
  version: 4,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      const length = token.end - token.start
      if ((length !== 8 && length !== 11) || token.kind === 'digits') continue
      const raw = text.slice(token.start, token.end)
      const code = raw.toUpperCase()
      if (!FORM.test(code) || !COUNTRY_CODES.has(code.slice(4, 6)) || isJoined(text, token.start, token.end))
        continue
      if (raw !== code && raw !== raw.toLowerCase()) continue
      if (WORDS.test(code) || isExample(text, token.start)) continue
      const before = text.slice(Math.max(0, token.start - 24), token.start)
      const confidence = JOINED.test(before) ? 0.92 : rate(text, token, tools)
      if (confidence > 0 && !SETTING.test(before))
        found.push({ start: token.start, end: token.end, confidence, jurisdiction: code.slice(4, 6) })
    }
    return found
  },
}

function rate(text: string, token: Token, tools: ScanTools): number {
  const { start, end, kind } = token
  const raw = text.slice(start, end)
  const label = tools.labelOf(start, end)
  const isLed = LEAD.test(text.slice(Math.max(0, start - 12), start))
  const isNamed = label?.about.includes('swift') ?? false
  // In small letters it is taken only where its label leads right to it.
  if (raw !== raw.toUpperCase())
    return isNamed && label?.how !== 'behind' && label?.isBeside && (isLed || kind === 'mixed') ? 0.9 : 0
  // A word of capitals is often only a word, unless it ends as the codes of banks do, or as no word does.
  const isLikely = kind === 'mixed' || isBankPlace(raw) || isNoWord(raw)
  if (
    isNamed &&
    (isLikely ||
      isToldBy(label, {
        isCell: /[|,;\t]\s?$/.test(text.slice(Math.max(0, start - 2), start)),
        isSaid: isLed || raw.length === 11 || raw[6] === raw[7],
      }) ||
      TOLD.test(text.slice(Math.max(0, start - 8), start)))
  )
    return 0.92
  if (!isLikely || tools.belongsElsewhere(token, 'swift', 'iban', 'account', 'bank', 'routing', 'sortCode'))
    return 0
  const next = tools.labels[lastBefore(tools.labels, end) + 1]
  const isNear =
    tools.mentionedBefore(start, 'swift', 'iban', 'bank') ||
    tools.belongsTo(token, 'swift', 'bank', 'iban') ||
    (next !== undefined &&
      next.start - end < BEHIND &&
      next.about.some((one) => one === 'swift' || one === 'bank'))
  return isNear ? 0.7 : 0
}

/** The label's own column or key, or nothing but "is" and signs between. */
function isToldBy(
  label: Owner | undefined,
  { isCell, isSaid }: { isCell: boolean; isSaid: boolean },
): boolean {
  if (!label || label.how === 'behind') return false
  return label.how === 'header' ? label.isBeside : label.isTight && !isCell && isSaid
}

function isJoined(text: string, start: number, end: number): boolean {
  return '_-@.'.includes(text[start - 1] ?? ' ') || /^[_@(]|^[-./][A-Za-z0-9]/.test(text.slice(end, end + 2))
}
