const RATE = 136
const MASK = (1n << 64n) - 1n
const ROUNDS = roundConstants()

/** Keccak-256 of a short ASCII text, for the capitals in Ethereum addresses. */
export function keccak256(text: string): Uint8Array {
  const block = new Uint8Array(RATE)
  for (let at = 0; at < text.length; at += 1) block[at] = text.charCodeAt(at)
  block[text.length] = 1
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80
  const view = new DataView(block.buffer)
  const state = Array.from({ length: 25 }, (_, at) => (at < RATE / 8 ? view.getBigUint64(at * 8, true) : 0n))
  for (const constant of ROUNDS) permute(state, constant)
  const out = new Uint8Array(32)
  for (let at = 0; at < 4; at += 1) new DataView(out.buffer).setBigUint64(at * 8, state[at] ?? 0n, true)
  return out
}

function permute(state: bigint[], constant: bigint): void {
  const lane = (at: number): bigint => state[at] ?? 0n
  const parity = [0, 1, 2, 3, 4].map(
    (x) => lane(x) ^ lane(x + 5) ^ lane(x + 10) ^ lane(x + 15) ^ lane(x + 20),
  )
  for (let at = 0; at < 25; at += 1) {
    const x = at % 5
    state[at] = lane(at) ^ (parity[(x + 4) % 5] ?? 0n) ^ turn(parity[(x + 1) % 5] ?? 0n, 1)
  }
  let [x, y, moved] = [1, 0, lane(1)]
  for (let step = 0; step < 24; step += 1) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const kept = lane(x + 5 * y)
    state[x + 5 * y] = turn(moved, (((step + 1) * (step + 2)) / 2) % 64)
    moved = kept
  }
  for (let row = 0; row < 25; row += 5) {
    const old = state.slice(row, row + 5)
    for (let at = 0; at < 5; at += 1)
      state[row + at] = (old[at] ?? 0n) ^ (~(old[(at + 1) % 5] ?? 0n) & MASK & (old[(at + 2) % 5] ?? 0n))
  }
  state[0] = lane(0) ^ constant
}

function turn(lane: bigint, by: number): bigint {
  return by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK
}

/** The 24 constants come out of a shift register of eight bits. */
function roundConstants(): readonly bigint[] {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let power = 0; power < 7; power += 1) {
      if (register & 1) constant |= 1n << BigInt(2 ** power - 1)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    return constant
  })
}
