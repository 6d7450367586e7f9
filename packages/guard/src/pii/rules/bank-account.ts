import { isAbaValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'
import { findRibs } from './french-rib.ts'
import { isExample } from './is-example.ts'
import { isLed } from './is-led.ts'
import { isRestOfIban } from './is-rest-of-iban.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

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
/** Characters in which a routing number and the account stand together. */
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
  // Something else has it: no need for dearer looks.
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

/** Nothing else claims it, and the numbers of accounts are spoken of, in so many words. */
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
  // Behind another number it is one more of them, or something else.
  if (/\d{4}/.test(gap) && !ONE_MORE.test(gap)) return 0.45
  if (isOfBank && isLed(text, start)) return 0.7
  if (label.how !== 'before') return 0.45
  return (isWeak ? label.isBeside && SAID.test(gap) : isLed(text, start)) ? 0.6 : 0.45
}

function isSortCode({ shape, digits }: DigitWindow): boolean {
  return digits.length === 6 && shape === '2-2-2'
}

/** Britain: `20-00-00 12345678`, with or without a word between that has been read as a label of its own. */
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
