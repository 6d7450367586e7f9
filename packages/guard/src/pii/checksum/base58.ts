import { sha256 } from './sha-256.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a base-58 text; undefined where a character is not of the alphabet. */
export function decodeBase58(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const character of text) {
    let carry = ALPHABET.indexOf(character)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length; at += 1) {
      carry += (bytes[at] ?? 0) * 58
      bytes[at] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  for (let at = 0; text[at] === '1'; at += 1) bytes.push(0)
  return Uint8Array.from(bytes.reverse())
}

/** The same signs in the order that Ripple has them. */
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const CHECK_LENGTH = 4
const [SHORTEST, LONGEST] = [25, 27]

/** Whether the last four bytes are the check of those before: addresses of Bitcoin, Litecoin, Tron, Dash, Zcash, Tezos. */
export function isBase58CheckValid(text: string): boolean {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length < SHORTEST || bytes.length > LONGEST) return false
  const body = bytes.length - CHECK_LENGTH
  const check = sha256(sha256(bytes.subarray(0, body)))
  return [0, 1, 2, 3].every((at) => check[at] === bytes[body + at])
}

/** The same for an address of Ripple. */
export function isRippleValid(text: string): boolean {
  const usual = Array.from(text, (character) => ALPHABET[RIPPLE.indexOf(character)] ?? '0').join('')
  return isBase58CheckValid(usual)
}
