import metadata from 'libphonenumber-js/max/metadata'

/** How the numbers of one country are made, out of libphonenumber's tables. */
interface NumberingPlan {
  readonly callingCode: string
  /** Before national numbers, such as 0; empty where there is none. */
  readonly nationalPrefix: string
  /** Of every kind of number that a person may have. */
  readonly pattern: RegExp
  /** Of every number of the country, given out or not. */
  readonly form: RegExp
}

/** Places in a row of the tables. */
const ROW = { callingCode: 0, general: 2, nationalPrefix: 5, kinds: 11 } as const

/** The tables are read here and not through the parser, which is too slow for long texts. */
const PLANS: ReadonlyMap<string, NumberingPlan> = new Map(
  Object.entries(metadata.countries).map(([country, row]) => [country, readPlan(row as readonly unknown[])]),
)

function readPlan(row: readonly unknown[]): NumberingPlan {
  const kinds = Array.isArray(row[ROW.kinds]) ? (row[ROW.kinds] as readonly unknown[]) : []
  const patterns = kinds.flatMap((kind) => (Array.isArray(kind) && kind[0] ? [String(kind[0])] : []))
  const nationalPrefix = row[ROW.nationalPrefix]
  return {
    callingCode: String(row[ROW.callingCode]),
    nationalPrefix: typeof nationalPrefix === 'string' ? nationalPrefix : '',
    pattern: new RegExp(`^(?:${patterns.length > 0 ? patterns.join('|') : String(row[ROW.general])})$`),
    form: new RegExp(`^(?:${String(row[ROW.general])})$`),
  }
}

/** Whether the digits, behind the calling code, are a number of one of the code's countries; says which. */
export function findInternational(digits: string): string | undefined {
  return countryBehindCode(digits, isNational)
}

/**
 * Whether the digits have the form of a phone number, even one that belongs to nobody (ranges reserved for
 * films and tests). Groups that look like an amount, `+15 200 300 400`, need the calling code.
 */
export function hasInternationalForm({
  digits,
  shape,
}: {
  readonly digits: string
  readonly shape: string
}): boolean {
  if (!hasCallingCode(digits) || countryBehindCode(digits, isFormed) === undefined) return false
  const first = digits.slice(0, Number.parseInt(shape, 10))
  return !/^[123]\D3(?:\D3)+$/.test(shape) || metadata.country_calling_codes[first] !== undefined
}

function countryBehindCode(
  digits: string,
  isOf: (country: string, digits: string) => boolean,
): string | undefined {
  for (let length = 1; length <= 3; length += 1) {
    const countries = metadata.country_calling_codes[digits.slice(0, length)]
    if (!countries) continue
    const rest = digits.slice(length)
    return countries.find((country) => isOf(country, rest) || isOf(country, rest.replace(/^0/, '')))
  }
  return undefined
}

/** Whether the digits begin with a country's calling code and are as long as numbers are. */
export function hasCallingCode(digits: string): boolean {
  return (
    digits.length >= 10 &&
    digits.length <= 13 &&
    [1, 2, 3].some((length) => metadata.country_calling_codes[digits.slice(0, length)] !== undefined)
  )
}

/** Whether the digits as dialled within the country are one of its numbers. */
export function isDialledNumber(country: string, digits: string): boolean {
  const prefix = PLANS.get(country)?.nationalPrefix ?? ''
  const isPrefixed = prefix !== '' && digits.startsWith(prefix)
  if (isPrefixed && isNational(country, digits.slice(prefix.length))) return true
  // Countries that dial a 0 before all numbers also write it; without it the digits are something else.
  return (prefix !== '0' || country === 'IT') && isNational(country, digits)
}

function isFormed(country: string, digits: string): boolean {
  return PLANS.get(country)?.form.test(digits) ?? false
}

function isNational(country: string, digits: string): boolean {
  return PLANS.get(country)?.pattern.test(digits) ?? false
}
