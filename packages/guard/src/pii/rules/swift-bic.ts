import type { Candidate } from '../finding.ts'
import { lastBefore } from '../text-index/owner.ts'
import type { Owner, ScanTools } from '../text-index/scan-tools.ts'
import type { Token } from '../text-index/split-tokens.ts'
import { isBankPlace } from './bank-places.ts'
import { COUNTRY_CODES } from './country-codes.ts'
import { isExample } from './is-example.ts'
import { isNoWord } from './is-no-word.ts'
import type { Rule } from './rule.ts'

const FORM = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
/** What leads to a value: a sign, or a verb that says what it is. */
const LEAD =
  /[:=([{,>|?\u2013\u2014\u2192-]\s{0,2}["'`]?$|(?:^|[^\p{L}])(?:is|are|was|ist|lautet|est|c['\u2019]est|es|è|é|to|jest|luidt)\s(?:now |still |jetzt |nun |ahora |ora )?["'`]?$/iu
/** The same, and nothing else can be meant. */
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

/** How far behind a code the word for what it is may stand. */
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
