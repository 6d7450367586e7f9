const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const BECH32 = 1
const BECH32M = 0x2bc830a3

/** Whether a text such as `bc1q…` holds its check characters, in the first or second version of the form. */
export function isBech32Valid(text: string): boolean {
  const lower = text.toLowerCase()
  if (lower !== text && text.toUpperCase() !== text) return false
  const split = lower.lastIndexOf('1')
  const prefix = lower.slice(0, split)
  const codes = Array.from(prefix).map((character) => character.charCodeAt(0))
  const values = Array.from(lower.slice(split + 1)).map((character) => ALPHABET.indexOf(character))
  if (split < 1 || values.includes(-1)) return false
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]
  const check = remainder(all)
  return check === BECH32 || check === BECH32M
}

function remainder(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    GENERATOR.forEach((term, bit) => {
      if ((top >> bit) & 1) check ^= term
    })
  }
  return check >>> 0
}
