const MASK = (1n << 64n) - 1n
const ROTATIONS = [
  [0, 36, 3, 41, 18],
  [1, 44, 10, 45, 2],
  [62, 6, 43, 15, 61],
  [28, 55, 25, 21, 56],
  [27, 20, 39, 8, 14],
]
const RATE = 136

const rotate = (value: bigint, by: number): bigint =>
  by === 0 ? value : ((value << BigInt(by)) | (value >> BigInt(64 - by))) & MASK

/** The constants of the 24 rounds, from the shift register that defines them. */
function roundConstants(): readonly bigint[] {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let step = 0; step < 7; step++) {
      if (register & 1) constant |= 1n << BigInt(2 ** step - 1)
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1
    }
    return constant
  })
}

function permute(lanes: bigint[]): void {
  const at = (x: number, y: number): bigint => lanes[(x % 5) + 5 * (y % 5)] ?? 0n
  for (const constant of roundConstants()) {
    const column = [0, 1, 2, 3, 4].map((x) => at(x, 0) ^ at(x, 1) ^ at(x, 2) ^ at(x, 3) ^ at(x, 4))
    for (let place = 0; place < 25; place++) {
      const x = place % 5
      lanes[place] = (lanes[place] ?? 0n) ^ (column[(x + 4) % 5] ?? 0n) ^ rotate(column[(x + 1) % 5] ?? 0n, 1)
    }
    const moved = Array.from({ length: 25 }, () => 0n)
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++)
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(at(x, y), ROTATIONS[x]?.[y] ?? 0)
    for (let place = 0; place < 25; place++) {
      const x = place % 5
      const row = place - x
      const other = (moved[row + ((x + 1) % 5)] ?? 0n) ^ MASK
      lanes[place] = (moved[place] ?? 0n) ^ (other & (moved[row + ((x + 2) % 5)] ?? 0n))
    }
    lanes[0] = (lanes[0] ?? 0n) ^ constant
  }
}

/** Keccak-256 as Ethereum uses it, for texts shorter than one block. */
export function keccak256(text: string): string {
  const block = Buffer.alloc(RATE)
  const length = block.write(text, 'latin1')
  block[length] = (block[length] ?? 0) ^ 0x01
  block[RATE - 1] = (block[RATE - 1] ?? 0) ^ 0x80
  const lanes = Array.from({ length: 25 }, () => 0n)
  for (let index = 0; index < RATE / 8; index++) lanes[index] = block.readBigUInt64LE(index * 8)
  permute(lanes)
  const result = Buffer.alloc(32)
  for (let index = 0; index < 4; index++) result.writeBigUInt64LE(lanes[index] ?? 0n, index * 8)
  return result.toString('hex')
}
