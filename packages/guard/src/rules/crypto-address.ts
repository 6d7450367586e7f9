import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

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

const BECH32_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
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
  const values = Array.from(lower.slice(split + 1)).map((character) => BECH32_ALPHABET.indexOf(character))
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

/** Whether the capitals of a 40-digit hexadecimal address are those that its hash asks for. */
export function isEip55Valid(address: string): boolean {
  const lower = address.toLowerCase()
  const hash = keccak_256(utf8ToBytes(lower))
  return Array.from(address).every((character, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    return character === (nibble >= 8 ? character.toUpperCase() : (lower[at] ?? ''))
  })
}

const BASE58 = /^(?:[13LMDT2mnXA79]|t[13]|tz[1-4])[1-9A-HJ-NP-Za-km-z]{24,34}$/
const CRYPTO_ADDRESS_RIPPLE = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/
/** By the letters before the `1`; the check characters speak for the rest. */
const CRYPTO_ADDRESS_BECH32 =
  /^(?:bc|tb|ltc|addr|stake|cosmos|osmo|inj|juno|terra|kava|celestia|stars|akash|sei|dydx|thor|bnb|zil|band|secret|axelar|evmos|noble|persistence|stride|neutron|erd|zs|bcrt|grs|dgb|vtc|nano)1[02-9ac-hj-np-z]{11,110}$/i
const ETHEREUM = /^0x[0-9a-f]{40}$/i
/** Long enough to be unambiguous: Monero and Stellar. */
const LONG = /^(?:[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|G[ABCD][A-Z2-7]{54})$/
const CASH = /(?<![\p{L}\p{N}_])bitcoincash:[qp][02-9ac-hj-np-z]{41}(?![\p{L}\p{N}_])/gu
/** Bytes without a check, so that words around must speak of coins: Solana's and Polkadot's. */
const BARE = /^[1-9A-HJ-NP-Za-km-z]{43,48}$/
const COINS =
  /(?<!\p{L})(?:sol|solana|phantom|spl|usdc|usdt|wallets?|polkadot|kusama|dot|ksm|substrate|crypto|airdrop|lamports|devnet|mainnet|portefeuille|cartera|billetera|monedero|geldbörse|portafoglio|кошел[её]к)(?!\p{L})/iu
const AROUND = 60
/** A transaction or a program has as many signs. */
const NO_WALLET =
  /(?<!\p{L})(?:tx|txid|txn|transaction|signature|sig|block ?hash|program(?: id)?|mint|secret|private)\W{0,3}$/iu

export const cryptoAddressRule: Rule = {
  type: 'CRYPTO_ADDRESS',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      const length = token.end - token.start
      if (length < 26 || length > 120 || token.kind !== 'mixed') continue
      const value = text.slice(token.start, token.end)
      if (text[token.start - 1] === '_' || '_='.includes(text[token.end] ?? ' ')) continue
      if (isAddress(value)) found.push({ start: token.start, end: token.end, confidence: 0.95 })
      else if (isBare(text, token.start, value))
        found.push({ start: token.start, end: token.end, confidence: 0.75 })
    }
    for (const match of text.matchAll(CASH))
      found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.95 })
    return found
  },
}

function isAddress(value: string): boolean {
  if (ETHEREUM.test(value)) return isEthereum(value.slice(2))
  if (CRYPTO_ADDRESS_BECH32.test(value)) return isBech32Valid(value)
  if (LONG.test(value)) return /[a-z]/.test(value) || /\d.*\d/.test(value)
  return (
    (BASE58.test(value) && isBase58CheckValid(value)) ||
    (CRYPTO_ADDRESS_RIPPLE.test(value) && isRippleValid(value))
  )
}

function isBare(text: string, start: number, value: string): boolean {
  if (!BARE.test(value) || !/[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value) || !/\d/.test(value)) return false
  const before = text.slice(Math.max(0, start - AROUND), start)
  const behind = text.slice(start + value.length, start + value.length + AROUND / 2)
  if (NO_WALLET.test(before) || !(COINS.test(before) || COINS.test(behind))) return false
  const { length = 0 } = decodeBase58(value) ?? {}
  return length === 32 || length === 35
}

function isEthereum(digits: string): boolean {
  if (/^(.)\1+$/.test(digits)) return false
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || isEip55Valid(digits)
}
