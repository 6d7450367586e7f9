import { createHash } from 'node:crypto'
import type { Draw } from './draw.ts'
import { keccak256 } from './keccak.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export function cryptoAddress(draw: Draw, kind: string): string {
  switch (kind) {
    case 'btc':
      return base58Check(draw, 0x00)
    case 'btc3':
      return base58Check(draw, 0x05)
    case 'bech32':
      return segwit(draw, 0)
    case 'taproot':
      return segwit(draw, 1)
    case 'eth':
      return mixedCase(draw.from('0123456789abcdef', 40))
    case 'ethlow':
      return `0x${draw.from('0123456789abcdef', 40)}`
    default:
      throw new Error(`There is no address of the kind ${kind}.`)
  }
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()

function base58Check(draw: Draw, version: number): string {
  const body = Buffer.from(
    `${version.toString(16).padStart(2, '0')}${draw.from('0123456789abcdef', 40)}`,
    'hex',
  )
  const whole = Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)])
  let value = BigInt(`0x${whole.toString('hex')}`)
  let text = ''
  while (value > 0n) {
    text = BASE58.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  return version === 0 ? `1${text}` : text
}

function polymod(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    GENERATORS.forEach((generator, index) => {
      if ((top >> index) & 1) check ^= generator
    })
  }
  return check
}

/** Version 0 with 20 bytes (Bech32), version 1 with 32 bytes (Bech32m). */
function segwit(draw: Draw, version: 0 | 1): string {
  const length = version === 0 ? 32 : 52
  const program = Array.from({ length }, () => draw.integer(0, 31))
  // 32 bytes leave four bits over in the last sign, and they have to be zero.
  if (version === 1) program[51] = draw.integer(0, 1) * 16
  const data = [version, ...program]
  const prefix = [3, 3, 0, 2, 3]
  const check = polymod([...prefix, ...data, 0, 0, 0, 0, 0, 0]) ^ (version === 0 ? 1 : 0x2bc830a3)
  const signs = [0, 1, 2, 3, 4, 5].map((index) => (check >>> (5 * (5 - index))) & 31)
  return `bc1${[...data, ...signs].map((value) => BECH32.charAt(value)).join('')}`
}

/** Capital letters where the hash of the address says so (EIP-55). */
function mixedCase(address: string): string {
  const hash = keccak256(address)
  const signs = Array.from(address, (sign, index) =>
    Number.parseInt(hash.charAt(index), 16) > 7 ? sign.toUpperCase() : sign,
  )
  return `0x${signs.join('')}`
}
