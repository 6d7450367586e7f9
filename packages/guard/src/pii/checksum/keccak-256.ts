const RATE = 136
const ROUNDS = 24
/** Where each lane goes, and by how many bits it is turned on the way. */
const MOVES = laneMoves()
const CONSTANTS = roundConstants()

/** Keccak-256 of a short ASCII text, for the capitals in Ethereum addresses. Lanes are pairs of 32 bits. */
export function keccak256(text: string): Uint8Array {
  const block = new Uint8Array(200)
  for (let at = 0; at < text.length; at += 1) block[at] = text.charCodeAt(at)
  block[text.length] = 1
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80
  const state = new Int32Array(block.buffer)
  const moved = new Int32Array(50)
  const parity = new Int32Array(10)
  for (let round = 0; round < ROUNDS; round += 1) {
    mixColumns(state, parity)
    moveLanes(state, moved)
    mixRows(state, moved)
    state[0] = (state[0] ?? 0) ^ (CONSTANTS[round * 2] ?? 0)
    state[1] = (state[1] ?? 0) ^ (CONSTANTS[round * 2 + 1] ?? 0)
  }
  return block.slice(0, 32)
}

function mixColumns(state: Int32Array, parity: Int32Array): void {
  for (let at = 0; at < 10; at += 1)
    parity[at] =
      (state[at] ?? 0) ^
      (state[at + 10] ?? 0) ^
      (state[at + 20] ?? 0) ^
      (state[at + 30] ?? 0) ^
      (state[at + 40] ?? 0)
  for (let x = 0; x < 5; x += 1) {
    const left = ((x + 4) % 5) * 2
    const right = ((x + 1) % 5) * 2
    const low = parity[right] ?? 0
    const high = parity[right + 1] ?? 0
    const lowChange = (parity[left] ?? 0) ^ ((low << 1) | (high >>> 31))
    const highChange = (parity[left + 1] ?? 0) ^ ((high << 1) | (low >>> 31))
    for (let at = x * 2; at < 50; at += 10) {
      state[at] = (state[at] ?? 0) ^ lowChange
      state[at + 1] = (state[at + 1] ?? 0) ^ highChange
    }
  }
}

function moveLanes(state: Int32Array, moved: Int32Array): void {
  for (const { from, to, by } of MOVES) {
    const first = state[by < 32 ? from * 2 : from * 2 + 1] ?? 0
    const second = state[by < 32 ? from * 2 + 1 : from * 2] ?? 0
    const bits = by % 32
    moved[to * 2] = bits === 0 ? first : (first << bits) | (second >>> (32 - bits))
    moved[to * 2 + 1] = bits === 0 ? second : (second << bits) | (first >>> (32 - bits))
  }
}

function mixRows(state: Int32Array, moved: Int32Array): void {
  for (let row = 0; row < 50; row += 10)
    for (let at = 0; at < 10; at += 1)
      state[row + at] =
        (moved[row + at] ?? 0) ^ (~(moved[row + ((at + 2) % 10)] ?? 0) & (moved[row + ((at + 4) % 10)] ?? 0))
}

function laneMoves(): readonly { readonly from: number; readonly to: number; readonly by: number }[] {
  const moves = [{ from: 0, to: 0, by: 0 }]
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step += 1) {
    const from = x + 5 * y
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    moves.push({ from, to: x + 5 * y, by: (((step + 1) * (step + 2)) / 2) % 64 })
  }
  return moves
}

/** The constants come out of a shift register of eight bits: a low and a high half for each round. */
function roundConstants(): Int32Array {
  const constants = new Int32Array(ROUNDS * 2)
  let register = 1
  for (let round = 0; round < ROUNDS; round += 1)
    for (let power = 0; power < 7; power += 1) {
      const bit = 2 ** power - 1
      const half = round * 2 + (bit < 32 ? 0 : 1)
      if (register & 1) constants[half] = (constants[half] ?? 0) | (1 << (bit % 32))
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
  return constants
}
