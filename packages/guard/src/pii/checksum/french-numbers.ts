/** The number of a taxpayer: the last three digits are the remainder of the others by 511. */
export function isSpiValid(digits: string): boolean {
  return /^[0-3]/.test(digits) && Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10))
}

const LETTERS = ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FOW', 'GPX', 'HQY', 'IRZ']

/** A bank account as it was written before the IBAN: bank, branch, account, and a key by 97. */
export function isRibValid(code: string): boolean {
  const digits = code.replace(/[A-Z]/g, (letter) =>
    String(LETTERS.findIndex((set) => set.includes(letter)) + 1),
  )
  if (!/^\d{23}$/.test(digits)) return false
  const part = (from: number, to: number): number => Number(digits.slice(from, to))
  return 97 - ((89 * part(0, 5) + 15 * part(5, 10) + 3 * part(10, 21)) % 97) === part(21, 23)
}
