import type { GuardFindingView, GuardQuestionView, GuardSummaryView } from '@varve/contract'

type Severity = GuardFindingView['severity']

/** One of a type, and many; in the middle of a sentence. */
const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  EMAIL: ['e-mail address', 'e-mail addresses'],
  PHONE: ['phone number', 'phone numbers'],
  CREDIT_CARD: ['card number', 'card numbers'],
  CARD_SECURITY_CODE: ['card security code', 'card security codes'],
  IBAN: ['IBAN', 'IBANs'],
  SWIFT_BIC: ['bank code', 'bank codes'],
  BANK_ACCOUNT: ['bank account', 'bank accounts'],
  UK_SORT_CODE: ['UK sort code', 'UK sort codes'],
  US_ROUTING_NUMBER: ['US routing number', 'US routing numbers'],
  US_SSN: ['US Social Security number', 'US Social Security numbers'],
  US_ITIN: ['US taxpayer number', 'US taxpayer numbers'],
  CA_SIN: ['Canadian Social Insurance Number', 'Canadian Social Insurance Numbers'],
  UK_NINO: ['UK National Insurance number', 'UK National Insurance numbers'],
  UK_NHS: ['NHS number', 'NHS numbers'],
  MX_CURP: ['CURP', 'CURPs'],
  MX_RFC: ['RFC', 'RFCs'],
  MX_CLABE: ['CLABE', 'CLABEs'],
  AU_TFN: ['Australian tax file number', 'Australian tax file numbers'],
  AU_MEDICARE: ['Medicare number', 'Medicare numbers'],
  IN_AADHAAR: ['Aadhaar number', 'Aadhaar numbers'],
  IN_PAN: ['Indian PAN', 'Indian PANs'],
  BR_CPF: ['CPF', 'CPFs'],
  BR_CNPJ: ['CNPJ', 'CNPJs'],
  CH_AHV: ['Swiss AHV number', 'Swiss AHV numbers'],
  EU_VAT: ['VAT number', 'VAT numbers'],
  EU_NATIONAL_ID: ['national identity number', 'national identity numbers'],
  PASSPORT: ['passport number', 'passport numbers'],
  DRIVING_LICENCE: ['driving licence', 'driving licences'],
  MEDICAL_RECORD: ['medical record number', 'medical record numbers'],
  HEALTH_INSURANCE: ['health insurance number', 'health insurance numbers'],
  VIN: ['vehicle identification number', 'vehicle identification numbers'],
  IP_ADDRESS: ['IP address', 'IP addresses'],
  MAC_ADDRESS: ['MAC address', 'MAC addresses'],
  CRYPTO_ADDRESS: ['crypto address', 'crypto addresses'],
  URL_CREDENTIALS: ['address with a password', 'addresses with a password'],
  ADDRESS: ['street address', 'street addresses'],
  POSTCODE: ['postcode', 'postcodes'],
  DATE_OF_BIRTH: ['date of birth', 'dates of birth'],
  NAME: ['name', 'names'],
  API_KEY: ['API key', 'API keys'],
  PRIVATE_KEY: ['private key', 'private keys'],
  PASSWORD: ['password', 'passwords'],
}

/** Every type of the shipped rules. */
export const FINDING_TYPES: readonly string[] = Object.keys(NAMES)

/** A name is a guess: unless something else is decided, it is pointed out and no more. */
export function isOnlyTold(type: string): boolean {
  return type === 'NAME'
}

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'moderate', 'low']

/** What a type is called; one of the user's own rules by the name that it has there. */
export function findingName(type: string, count = 1): string {
  const [one, many] = NAMES[type] ?? []
  if (one !== undefined && many !== undefined) return count === 1 ? one : many
  const own = type
    .replace(/^CUSTOM_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return `“${own}”`
}

export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How many of what: "2 e-mail addresses, 1 card number". */
export function countedFindings(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count} ${findingName(type, count)}`)
    .join(', ')
}

export function sumOf(counts: Readonly<Record<string, number>> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** What the dialog says of the values that it does not ask about. */
export function lighterWords({ lighter }: Pick<GuardQuestionView, 'lighter'>): readonly string[] {
  const { redacted, sent } = lighter
  return [
    ...(sumOf(redacted) === 0 ? [] : [`Also redacted: ${countedFindings(redacted)}.`]),
    ...(sumOf(sent) === 0 ? [] : [`Also sent: ${countedFindings(sent)}.`]),
  ]
}

/** All that was found of one type, wherever it stands. */
export interface FindingGroup {
  readonly type: string
  /** What the user called the rule that found it, where it is one of theirs. */
  readonly rule?: string
  readonly severity: Severity
  readonly masked: readonly string[]
  readonly places: readonly { readonly place: string; readonly count: number }[]
  readonly advice: string
}

/** By type, the gravest first. */
export function groupFindings(findings: readonly GuardFindingView[]): readonly FindingGroup[] {
  const groups = [...Map.groupBy(findings, ({ type }) => type)].map(([type, some]): FindingGroup => {
    const severity = SEVERITIES.find((one) => some.some((finding) => finding.severity === one)) ?? 'low'
    const rule = some[0]?.rule
    return {
      type,
      severity,
      masked: [...new Set(some.flatMap(({ masked }) => masked))],
      places: some.map(({ place, count }) => ({ place, count })),
      advice: some[0]?.advice ?? '',
      ...(rule === undefined ? {} : { rule }),
    }
  })
  return groups.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
}

export function groupName({ type, rule }: Pick<FindingGroup, 'type' | 'rule'>, count: number): string {
  return rule === undefined ? findingName(type, count) : `“${rule}”`
}

/** Where something stands, in words; a path is its own. */
export function placeName(place: string): string {
  switch (place) {
    case 'message':
      return 'your message'
    case 'memory':
      return 'the memory of this workspace'
    case 'instructions':
      return 'the instructions of the project'
    case 'history':
      return 'earlier in this chat'
    default:
      return place
  }
}

/** What the guard did with a message that was sent: what was replaced, and what was sent unchanged. */
export function guardWords({ redacted = {}, sent = {}, noted = {} }: GuardSummaryView): readonly string[] {
  const line = (counts: Readonly<Record<string, number>>, words: (sum: number) => string) =>
    sumOf(counts) === 0 ? [] : [`${words(sumOf(counts))}: ${countedFindings(counts)}`]
  const values = (count: number) => (count === 1 ? 'value' : 'values')
  const asIs = (count: number) => `sent as ${count === 1 ? 'it is' : 'they are'}`
  return [
    ...line(redacted, (count) => `${count} ${values(count)} replaced before sending`),
    ...line(sent, (count) => `${count} ${values(count)} ${asIs(count)}`),
    ...line(noted, (count) => `${count} lower-risk ${values(count)} ${asIs(count)}`),
  ]
}
