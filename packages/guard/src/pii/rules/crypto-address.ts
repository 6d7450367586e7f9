import { decodeBase58, isBase58CheckValid, isRippleValid } from '../checksum/base58.ts'
import { isBech32Valid } from '../checksum/bech32.ts'
import { isEip55Valid } from '../checksum/eip-55.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const BASE58 = /^(?:[13LMDT2mnXA79]|t[13]|tz[1-4])[1-9A-HJ-NP-Za-km-z]{24,34}$/
const RIPPLE = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/
/** By the letters before the `1`; the check characters speak for the rest. */
const BECH32 =
  /^(?:bc|tb|ltc|addr|stake|cosmos|osmo|inj|juno|terra|kava|celestia|stars|akash|sei|dydx|thor|bnb|zil|band|secret|axelar|evmos|noble|persistence|stride|neutron|erd|zs|bcrt|grs|dgb|vtc|nano)1[02-9ac-hj-np-z]{11,110}$/i
const ETHEREUM = /^0x[0-9a-f]{40}$/i
/** Long enough to be nothing else: Monero's and Stellar's. */
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
  if (BECH32.test(value)) return isBech32Valid(value)
  if (LONG.test(value)) return /[a-z]/.test(value) || /\d.*\d/.test(value)
  return (BASE58.test(value) && isBase58CheckValid(value)) || (RIPPLE.test(value) && isRippleValid(value))
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
