import { keccak256 } from './keccak-256.ts'

/** Whether the capitals of a 40-digit hexadecimal address are those that its hash asks for. */
export function isEip55Valid(address: string): boolean {
  const lower = address.toLowerCase()
  const hash = keccak256(lower)
  return Array.from(address).every((character, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    return character === (nibble >= 8 ? character.toUpperCase() : (lower[at] ?? ''))
  })
}
