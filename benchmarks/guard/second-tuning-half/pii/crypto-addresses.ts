import { createHash } from 'node:crypto'
import { type Draw, HEX } from './draw.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const drawBytes = (draw: Draw, length: number): Buffer => Buffer.from(draw.text(HEX, length * 2), 'hex')

function base58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (value > 0n) {
    text = BASE58.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(zeros, 0)) + text
}

/** Pay to key hash (version 0) or to script (version 5). */
function base58Address(draw: Draw, version: number): string {
  const payload = Buffer.concat([Buffer.from([version]), drawBytes(draw, 20)])
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]))
}

export function isBase58Address(text: string): boolean {
  const value = Array.from(text).reduce((sum, character) => sum * 58n + BigInt(BASE58.indexOf(character)), 0n)
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

function polymod(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  return values.reduce((checksum, value) => {
    const top = checksum >>> 25
    const shifted = (((checksum & 0x1ffffff) << 5) ^ value) >>> 0
    return generators.reduce(
      (result, generator, bit) => ((top >>> bit) & 1 ? (result ^ generator) >>> 0 : result),
      shifted,
    )
  }, 1)
}

const PREFIX_VALUES = [3, 3, 0, 2, 3]
const constantOf = (version: number): number => (version === 0 ? 1 : 0x2bc830a3)

function bech32Address(draw: Draw, version: number, length: number): string {
  const bits = [...drawBytes(draw, length)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const data = [version, ...groups.map((group) => Number.parseInt(group.padEnd(5, '0'), 2))]
  const check = (polymod([...PREFIX_VALUES, ...data, 0, 0, 0, 0, 0, 0]) ^ constantOf(version)) >>> 0
  const checkValues = Array.from({ length: 6 }, (_, index) => (check >>> (5 * (5 - index))) & 31)
  return `bc1${[...data, ...checkValues].map((value) => BECH32.charAt(value)).join('')}`
}

export function isBech32Address(text: string): boolean {
  const data = Array.from(text.slice(3)).map((character) => BECH32.indexOf(character))
  return polymod([...PREFIX_VALUES, ...data]) === constantOf(data[0] ?? 0)
}

const LANES = 2n ** 64n - 1n
const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & LANES

function roundConstants(): readonly bigint[] {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << (2n ** BigInt(bit) - 1n)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    return constant
  })
}

function permute(state: bigint[]): void {
  const at = (index: number): bigint => state[index] ?? 0n
  for (const constant of roundConstants()) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20))
    for (let index = 0; index < 25; index += 1)
      state[index] =
        at(index) ^ (columns[((index % 5) + 4) % 5] ?? 0n) ^ rotate(columns[((index % 5) + 1) % 5] ?? 0n, 1n)
    let [x, y, lane] = [1, 0, at(1)]
    for (let step = 0; step < 24; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = at(x + 5 * y)
      state[x + 5 * y] = rotate(lane, BigInt((((step + 1) * (step + 2)) / 2) % 64))
      lane = next
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = [0, 1, 2, 3, 4].map((column) => at(row + column))
      for (let column = 0; column < 5; column += 1)
        state[row + column] =
          (lanes[column] ?? 0n) ^ (~(lanes[(column + 1) % 5] ?? 0n) & LANES & (lanes[(column + 2) % 5] ?? 0n))
    }
    state[0] = at(0) ^ constant
  }
}

/** Keccak-256 of a text shorter than one block: all that the mixed-case form of an address needs. */
export function keccak256(text: string): string {
  const block = Buffer.alloc(136)
  const length = block.write(text)
  block.writeUInt8(1, length)
  block.writeUInt8(block.readUInt8(135) | 0x80, 135)
  const state = Array.from({ length: 25 }, (_, index) => (index < 17 ? block.readBigUInt64LE(index * 8) : 0n))
  permute(state)
  const out = Buffer.alloc(32)
  for (let index = 0; index < 4; index += 1) out.writeBigUInt64LE(state[index] ?? 0n, index * 8)
  return out.toString('hex')
}

export function mixedCase(address: string): string {
  const hash = keccak256(address)
  return Array.from(address)
    .map((character, index) =>
      Number.parseInt(hash.charAt(index), 16) > 7 ? character.toUpperCase() : character,
    )
    .join('')
}

export const CRYPTO_ADDRESSES: Readonly<Record<string, (draw: Draw) => string>> = {
  p2pkh: (draw) => base58Address(draw, 0),
  p2sh: (draw) => base58Address(draw, 5),
  bech32: (draw) => bech32Address(draw, 0, draw.pick([20, 32])),
  taproot: (draw) => bech32Address(draw, 1, 32),
  eth: (draw) => `0x${draw.text(HEX, 40)}`,
  ethmixed: (draw) => `0x${mixedCase(draw.text(HEX, 40))}`,
}

export function verifyCryptoAddresses(): void {
  const known = [
    isBase58Address('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
    isBech32Address('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
    keccak256('').startsWith('c5d2460186f7233c'),
    mixedCase('5aaeb6053f3e94c9b9a09f33669435e7ef1beaed') === '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ]
  if (known.includes(false)) throw new Error(`crypto address arithmetic is wrong: ${known.join()}`)
}
