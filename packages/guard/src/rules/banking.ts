import { isAbaValid, isLuhnValid, isRibValid } from '../checksum/check-digits.ts'
import type { DigitWindow } from '../context/digit-groups.ts'
import type { ScanTools } from '../context/scan-tools.ts'
import type { Vocabulary } from '../context/labels.ts'
import type { Candidate } from '../finding.ts'
import { isAmount, isExample, isLed, isRestOfIban, standsAlone } from './beside.ts'
import type { Rule } from './rule.ts'

/** Where banks have their seats, as codes write it: the country and the first of its two signs of a place. */
const PLACES: ReadonlySet<string> = new Set(
  `ADAD AEAA AEAD AEAJ ALTR ARBA ATWW AT22 AT2L AT2S AT2K AU2S AU3M AU4A AU55 BABA BA22 BDDH BEBB BE22 BE21 BE3A BGSF BHBM BRSP BRRJ BRDF
  CABB CAT2 CATT CAMM CAM1 CAW2 CAW1 CABC CHBE CHZH CHZZ CHGG CH22 CH5G CHBB CHLL CLRM CNBJ CNSH CNBS COBB CRSJ CYNI CY2N CZPP CZPX DEBB DEDB DEDD DEDU
  DEFF DEF1 DEFX DEHH DEHA DEH2 DEKS DEMM DEM1 DEMU DES1 DESS DE21 DE2H DE3B DE6S DE7X DE51 DE33 DEB1 DEBE DE82 DE66 DE5K DK22 DKKK DOSD
  EE2X EGCX ESBB ESMM ESB2 ESVV ES2B ES21 ES2A ES2M FIHH FIH1 FI22 FRPP FRP1 FR22 FR21 FR2L FRCE FRA1 FR2A GB22 GB2L GB21 GB2S GB3T GB2B GIGI GHAC
  GRAA GR22 HKHH HRZZ HR2X HUHB HUHX IDJA IE2D IE3D IE22 IEDD ILIT ILT2 INBB INAA INDE IN33 ISRE ITMM ITRR ITTT ITGG IT22 IT21 IT31 IT3M IT2M IT3G IT2T IT2X ITM1 ITNN
  JOAM JPJT JPJS KENX KENA KRSE KWKW KYKY LBBE LI2X LI22 LT22 LT2X LULL LV22 LV2X MAMC MCMC MC22 MDKI MEPG MK22 MKSK MTMT MUMU MXMM MXM2 MYKL
  NGLA NGLL NL2A NL2U NL22 NL2R NL21 NOKK NOBB NO22 NZ2W NZ2A OMRX OMRU PAPA PEPL PHMM PKKA PLPW PLPX PLPK PLPG PLPP PTPL PTPA PTPP QAQA
  ROBU RO22 RSBG RUMM SARI SAJE SESS SEGG SE22 SGSG SI2X SI22 SKBX SK22 SMSM THBK TRIS TR2A TRII TWTP UAUK UAUX US33 US3N US44 US6S US6L US31 US3M US5W US4A
  US3C US64 US6A US66 US3A US3B US41 US51 US6H US3T USAX USDB USSN UYMM VAVX VNVX XKPR ZAJJ ZAJC ZAJ1 ZA22`.split(
    /\s+/,
  ),
)

/** Banks that many people have to do with, by the four letters that their codes begin with. */
const BANKS: ReadonlySet<string> = new Set(
  `ABNA AEIB AGRI AIBK ANZB BARC BBVA BBRU BBPI BCEE BCIT BCOM BESC BIGB BKAU BKCH BKTR BLOP BNMX BNPA BOFA BOFI BOFS BOTK BPCE BPKO BPMI BREX BSCH BUKB BYLA CAIX
  CCBP CEPA CGDI CHAS CITI CMCI COBA COUT CRBA CRES CRLY CSOB CTBA DABA DEUT DNBA DRES ESSE FNOM FTSB GEBA GENO GIBA GKCC HAND HELA HSBC HVBK HYVE IBKR ICBK ICIC IDIB INGB INGD IRVT
  KBCB KRED LOYD MARK MCYR MHCB MIDL MRMD NATA NDEA NTSB NWBK OKOY OPSK PARB PASC PBNK PKOP PNBP POFI POSO PSST RABO RBOS REVO RIBA ROYC RZBA SABA SANT SBIN SCBL SNSB SOGE SOLA SPAR SPKH SSKM
  SVBK SWED TDOM TRIO TRWI UBSW UNCR UOVB WELA WFBI WPAC ZKBK`.split(/\s+/),
)

/** Whether a code begins or ends as those of banks do, so that it is no word in capitals: `DEFF`, `FRPP`, `GB2L`. */
export function isBankPlace(code: string): boolean {
  if (PLACES.has(code.slice(4, 8)) || (code.length === 11 && code.endsWith('XXX'))) return true
  return BANKS.has(code.slice(0, 4))
}

const FORM = /(?<![\p{L}\p{N}_-])\d{5}[ -]?\d{5}[ -]?[A-Z0-9]{11}[ -]?\d{2}(?![\p{L}\p{N}_-])/gu

/** French accounts as they were written before the IBAN; their key tells them, with a label or without. */
export function findRibs(text: string): readonly Candidate[] {
  return [...text.matchAll(FORM)]
    .filter(([raw]) => isRibValid(raw.replace(/[ -]/g, '')))
    .map(({ 0: raw, index }) => ({
      start: index,
      end: index + raw.length,
      confidence: 0.9,
      jurisdiction: 'FR',
    }))
}

/** Words for accounts of any kind. */
const WEAK = /^(?:accounts?|acc|comptes?|cuentas?|conti?|konto|contas?|rekening|giro|\p{L}+konto)$/iu
/** Between such a word and a number, as in "our account with Barclays is no. …" without the bank. */
const NUMBERED =
  /^(?:[^\p{L}]|(?<!\p{L})(?:a|al|to|auf|das|dem|sur|su|sul|op|into|in|en|number|no|nr|n|o|num|nummer|num[eé]ro|n[uú]mero|numer|is|was|the|my|la|el|le|los|lo|est|es|ist|war|hat|die|der|mit|with|ending|è|é|il|de|di|bei|c)(?!\p{L}))*$/iu
const CALLED_NUMBER = /(?:number|no|nr|nummer|num[eé]ro|n[uú]mero|n[º°]|#)[.:]?\s{0,2}["'`]?$/iu
const SAID = /(?:(?:^|[^\p{L}])(?:is|was|ist|war|est|était|es|era|è|é)|[:=])\s{0,2}["'`]?$/u
const ONE_MORE =
  /(?:[,;/|+(]|\((?:full|whole|complete)|(?:^|[^\p{L}])(?:and|or|to|into|from|y|o|et|ou|und|oder|e|en|a|vers|nach|is))\s{0,2}["'(]?$/iu
/** "the order number for your account is …": it is the order's. */
const OF_ACCOUNT =
  /(?:^|[^\p{L}])(?:order|ticket|case|invoice|reference|ref|request|confirmation|claim|id|pin|code|session|bestell-?|ticket-?|pedido|commande|rechnungs-?)(?:\s?(?:number|no\.?|nr\.?|id|code|nummer))?\s(?:for|of|on|about|regarding|für|zum|pour|de|du|del|para)\s(?:(?:the|your|my|this|our|his|her|that|ihr|dein|das|votre|ton|le|la|su|tu)\s)?$/iu
/** Maximum distance, in characters, between a routing number and its account number. */
const BOTH = 80
const LONG = 9
const LEAST = 6
const LEAST_UNLABELLED = 7
const MOST = 26

/** Vocabularies of numbers that are clearly none of a bank's. */
const NO_BANK: ReadonlySet<Vocabulary> = new Set([
  'medical',
  'ssn',
  'passport',
  'licence',
  'nhs',
  'phone',
  'neutral',
])

export const bankAccountRule: Rule = {
  type: 'BANK_ACCOUNT',
  version: 5,
  find: (text, tools) => {
    const found: Candidate[] = []
    let best: Candidate | undefined
    // Windows of one start grow: the last that holds is the longest, and the next number begins behind it.
    for (const window of tools.numbers(LEAST, MOST)) {
      if (best && window.start < best.end && window.start !== best.start) continue
      // Half of an amount is no account: `578 782 773 items`.
      if (best?.start === window.start && isAmount(text, window.end)) best = undefined
      if (!isAccount(text, window, tools)) continue
      if (best && best.start !== window.start) found.push(best)
      best = { start: window.start, end: window.end, confidence: rate(text, window, tools) }
    }
    if (best) found.push(best)
    return [...found, ...findRibs(text)]
  },
}

function isAccount(text: string, window: DigitWindow, tools: ScanTools): boolean {
  if (window.separator === '/' || isDateOrRound(window.digits, window.shape)) return false
  if (isOfCloud(text, window)) return false
  if (!standsAlone(text, window.start, window.end) || hasLetterBefore(text, window.start)) return false
  const label = tools.labelOf(window.start, window.end)
  // Something else claims it: skip the expensive checks.
  if (label?.isTight && label.about.every((one) => NO_BANK.has(one))) return false
  if (isExample(text, window.start) || endsInAmount(text, window) || isRestOfIban(text, window.start))
    return false
  if (isBeforeSortCode(text, window) || isBehindBank(text, window, tools)) return true
  if (!label?.about.some((one) => one === 'account' || one === 'sortCode'))
    return window.digits.length >= LEAST_UNLABELLED && isSpokenOf(text, window, tools)
  if (label.about.includes('sortCode')) return isBehindSortCode(text, window)
  if (!label.about.includes('account') || isSortCode(window)) return false
  if (label.how === 'before' && OF_ACCOUNT.test(text.slice(Math.max(0, label.start - 60), label.start)))
    return false
  // "routing/account: 021000021 / 4455667788": the first of the two is the bank's.
  return !(
    window.digits.length === 9 &&
    isAbaValid(window.digits) &&
    tools.mentionedBefore(window.start, 'routing') &&
    !/\d{9}/.test(text.slice(Math.max(0, window.start - BOTH), window.start))
  )
}

/** What one does with money, around a sort code that nothing calls one. */
const PAYING =
  /(?:^|[^\p{L}])(?:pay|paid|payment|payments|payable|payee|transfer|transfers|bank|banks|bacs|chaps|account|a\/c|acc|rent|deposit|send|sort|refund|money|salary|wages)(?!\p{L})/iu

/** Right behind the number of a bank: `20-45-77 12345678`, `021000021 / 4455667788`, "routing …, checking …". */
function isBehindBank(text: string, { start, end, digits, shape }: DigitWindow, tools: ScanTools): boolean {
  if (/[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return false
  const before = text.slice(Math.max(0, start - 90), start)
  if (shape === '8' && /(?<![\d-])\d\d-\d\d-\d\d[\s,/|]{1,3}$/.test(before)) return PAYING.test(before)
  if (tools.labelOf(start, end)?.how === 'header') return false
  if (digits.length < LEAST_UNLABELLED || !tools.speaksOf({ start, end: start }, 'routing')) return false
  const routing = /(?<!\d)(\d{9})[\s⑆]{0,2}[/|,;⑆–-]?[\s⑆⑈]{1,3}$/u.exec(before)?.[1]
  if (routing !== undefined && isAbaValid(routing)) return true
  return /(?<!\p{L})(?:checking|savings|chequing|share draft|dda)\s{0,2}[:#-]?\s?$/iu.test(before)
}

/** An account's number in so many words. */
const SPELLED_OUT =
  /(?:account|acct|a\/c|konto|kto|compte|cuenta|conto|conta|rekening)\.?[ -]?(?:no|nr|num|number|nummer)(?!\p{L})|(?:num[eé]ro|n[uú]mero|numero|n[º°])\s(?:de|di|da)\s(?:la\s)?(?:compte|cuenta|conto|conta)/iu

/** Nothing else claims it, and the text mentions account numbers explicitly. */
function isSpokenOf(text: string, window: DigitWindow, tools: ScanTools): boolean {
  if (!isLed(text, window.start) || !tools.mayBe(window, 'account')) return false
  if (window.digits.length >= LONG || tools.speaksOf(window, 'bank', 'sortCode', 'routing', 'swift', 'iban'))
    return true
  return SPELLED_OUT.test(text.slice(Math.max(0, window.start - 160), window.start))
}

function isBeforeSortCode(text: string, { end, shape }: DigitWindow): boolean {
  return (
    shape === '8' &&
    /^[\s,;/|()]{1,4}(?:and |with )?(?:sort(?: ?code)?|sc)?[\s:]{0,3}\d\d-\d\d-\d\d(?!\d)/i.test(
      text.slice(end, end + 36),
    )
  )
}

/** Words between the label and the number make it doubtful, unless a bank is spoken of. */
function rate(text: string, window: DigitWindow, tools: ScanTools): number {
  const { start, end, digits } = window
  const label = tools.labelOf(start, end)
  if (isBeforeSortCode(text, window) || isBehindBank(text, window, tools)) return 0.8
  if (!label?.about.some((one) => one === 'account' || one === 'sortCode')) return 0.6
  const gap = text.slice(label.end, start)
  const isWeak = label.how === 'before' && WEAK.test(text.slice(label.start, label.end))
  if (label.isBeside && (!isWeak || label.isTight || NUMBERED.test(gap) || CALLED_NUMBER.test(gap)))
    return 0.8
  // "which account did you pay?", and the answer below.
  if (label.isBeside && gap.includes('\n')) return 0.65
  // Behind a word for any account only a long number is one: what is counted is shorter.
  if ((!isWeak || digits.length >= LONG - 1) && SAID.test(gap)) return 0.6
  const isOfBank = tools.mentionedBefore(start, 'bank', 'sortCode', 'routing', 'swift', 'iban')
  // After another number it is one more of them, or something else.
  if (/\d{4}/.test(gap) && !ONE_MORE.test(gap)) return 0.45
  if (isOfBank && isLed(text, start)) return 0.7
  if (label.how !== 'before') return 0.45
  return (isWeak ? label.isBeside && SAID.test(gap) : isLed(text, start)) ? 0.6 : 0.45
}

function isSortCode({ shape, digits }: DigitWindow): boolean {
  return digits.length === 6 && shape === '2-2-2'
}

/** Britain: `20-00-00 12345678`, even with a word in between that was read as a label. */
function isBehindSortCode(text: string, { start, digits, shape }: DigitWindow): boolean {
  if (shape === '2-2-2' || digits.length < 7 || digits.length > 10) return false
  return /(?<!\d)\d\d[- ]?\d\d[- ]?\d\d["'\s,;/|]{1,6}(?:["']?(?:and|a\/?c|acc|no\.?|number|num)["']?[\s:=]{1,3}["']?)?$/i.test(
    text.slice(Math.max(0, start - 40), start),
  )
}

/** `700628022 1,940.22`: the last group begins an amount. */
function endsInAmount(text: string, { start, end, shape }: DigitWindow): boolean {
  return (
    (/-[1-3]$/.test(shape) && /^[.,]\d/.test(text.slice(end, end + 2))) ||
    /\s\d{1,3}[.,]\d\d$/.test(text.slice(Math.max(start, end - 8), end))
  )
}

/** Twelve digits are an account of Amazon's cloud where something speaks of it. */
function isOfCloud(text: string, { start, end, shape }: DigitWindow): boolean {
  return (
    shape === '12' &&
    /(?:^|[^\p{L}])(?:aws|arn|iam|sts|s3|ec2|lambda|cloudwatch|organizations?)(?!\p{L})/iu.test(
      text.slice(Math.max(0, start - 120), end + 120),
    )
  )
}

function isDateOrRound(digits: string, shape: string): boolean {
  // Limits, amounts and counts are round.
  if (/^\d{1,3}0{4,}$/.test(digits)) return true
  if (/^(?:4-2-2|2-2-4)(?:-|$)/.test(shape)) return true
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
}

/** `AC-1234567` and `DE89 3704…` are other things. */
function hasLetterBefore(text: string, start: number): boolean {
  return /[A-Za-z][-/]$|[A-Z]{2}\d{2} $/.test(text.slice(Math.max(0, start - 5), start))
}

/** Maximum distance, in characters, between a routing number and its account number. */
const US_ROUTING_NUMBER_BOTH = 80

const NAMES = /rout|aba|rtn|ruta|transit|r\/t|dfi/i

function isOnLine(text: string, { start, end }: DigitWindow): boolean {
  const before = text.slice(Math.max(0, start - 110), start)
  const [behind = ''] = text.slice(end, end + 90).split('\n')
  return NAMES.test(before.slice(before.lastIndexOf('\n') + 1)) || NAMES.test(behind)
}

/** "need ur routing number", and the number in the answer; "Application 021000021" on another line is none. */
function isSpokenOfUsRoutingNumber(text: string, window: DigitWindow, tools: ScanTools): boolean {
  if (!tools.speaksOf(window, 'routing') || tools.isTaken(window, 'routing', 'account', 'bank')) return false
  return isLed(text, window.start) || isOnLine(text, window)
}

export const usRoutingNumberRule: Rule = {
  type: 'US_ROUTING_NUMBER',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    let last: Candidate | undefined
    for (const window of tools.numbers(9)) {
      if (window.shape !== '9' && window.shape !== '4-4-1' && window.shape !== '3-3-3') continue
      if (!isAbaValid(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'routing')
      const isInColumn = isNamed && tools.labelOf(window.start, window.end)?.how === 'header'
      if (last && !isInColumn && /^[^\p{L}\p{N}\n]{1,4}$/u.test(text.slice(last.end, window.start))) continue
      // The bank's number is followed by the account number, which may look like one.
      if (
        !isNamed &&
        last &&
        window.start - last.end < US_ROUTING_NUMBER_BOTH &&
        tools.belongsTo(window, 'account')
      )
        continue
      if (!isNamed && !isSpokenOfUsRoutingNumber(text, window, tools)) continue
      last = {
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : 0.9,
        jurisdiction: 'US',
      }
      found.push(last)
    }
    return found
  },
}

/** Short numbers that only what is beside them tells: three rules, each of a label or a neighbour. */

/** Only these values are called that. */
const SECURITY_LABEL =
  'cvv2?|cvc2?|cvn2?|card (?:security|verification) (?:code|number|value)|cryptogramme(?: visuel)?|kartenpr[uü]f(?:nummer|ziffer)|pr[uü]fziffer der karte'
/** Of a card only where one is near. */
const SECURITY_WORDS =
  'security code|sec(?: code)?|code de s[eé]curit[eé]|c[oó]digo de seguridad|c[oó]digo de seguran[cç]a|codice di sicurezza|sicherheitscode|pr[uü]fnummer|cid|csc|3[- ]digit code|code on the back|(?:3|three|last three) digits on the back'
const SECURITY_CODE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${SECURITY_LABEL})|${SECURITY_WORDS})(?![\\p{L}])["'\`*]{0,2}(?:[ \\t]{0,2}(?:code|number|no|nr)\\.?)?(?: on the back)?[ \\t]{0,2}(?:[:=#|(-]|is|are|est|es|ist|è|é)?[ \\t]{0,2}["'\`*]{0,2}(\\d{3,4})(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
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
