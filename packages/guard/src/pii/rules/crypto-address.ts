import { isBase58CheckValid } from '../checksum/base58.ts'
import { isBech32Valid } from '../checksum/bech32.ts'
import { isEip55Valid } from '../checksum/eip-55.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const BASE58 = /^[13LMDT2mn][1-9A-HJ-NP-Za-km-z]{25,34}$/
const BECH32 = /^(?:bc|tb|ltc)1[02-9ac-hj-np-z]{11,87}$/i
const ETHEREUM = /^0x[0-9a-f]{40}$/i

export const cryptoAddressRule: Rule = {
  type: 'CRYPTO_ADDRESS',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      const length = token.end - token.start
      if (length < 26 || length > 90 || token.kind !== 'mixed') continue
      const value = text.slice(token.start, token.end)
      if (text[token.start - 1] === '_' || '_='.includes(text[token.end] ?? ' ')) continue
      if (isAddress(value)) found.push({ start: token.start, end: token.end, confidence: 0.95 })
    }
    return found
  },
}

function isAddress(value: string): boolean {
  if (ETHEREUM.test(value)) return isEthereum(value.slice(2))
  if (BECH32.test(value)) return isBech32Valid(value)
  return BASE58.test(value) && isBase58CheckValid(value)
}

function isEthereum(digits: string): boolean {
  if (/^(.)\1+$/.test(digits)) return false
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || isEip55Valid(digits)
}
