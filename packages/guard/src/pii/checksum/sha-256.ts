const ROOTS = primes(64)
const CONSTANTS = ROOTS.map((prime) => fraction(Math.cbrt(prime)))
const START = ROOTS.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** SHA-256, for the check bytes of addresses only: nothing here is a secret. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = pad(bytes)
  const view = new DataView(padded.buffer)
  const hash = [...START]
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4)
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0]
      const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[at] = ((words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second) | 0
    }
    mix(hash, words)
  }
  const out = new Uint8Array(32)
  hash.forEach((word, at) => new DataView(out.buffer).setInt32(at * 4, word))
  return out
}

function mix(hash: number[], words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let at = 0; at < 64; at += 1) {
    const upper = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + upper + ((e & f) ^ (~e & g)) + (CONSTANTS[at] ?? 0) + (words[at] ?? 0)) | 0
    const lower = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at += 1) hash[at] = ((hash[at] ?? 0) + (mixed[at] ?? 0)) | 0
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8)
  return padded
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

function primes(count: number): readonly number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}
