/** The remainder by 97 of a number in digits and letters, where A counts 10 and Z 35. */
export function remainderBy97(value: string): number {
  let remainder = 0
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    const number = code <= 57 ? code - 48 : code - 55
    remainder = number > 9 ? (remainder * 100 + number) % 97 : (remainder * 10 + number) % 97
  }
  return remainder
}

/** Whether the account number in capitals and digits, country first, holds its two check digits (ISO 13616). */
export function isIbanValid(iban: string): boolean {
  return remainderBy97(iban.slice(4) + iban.slice(0, 4)) === 1
}
