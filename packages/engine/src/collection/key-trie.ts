/** A trie over the hash of a key; immutable, so that two versions share what is equal in them. */
export type KeyTrie = Branch | Bucket | undefined

interface Branch {
  readonly kind: 'branch'
  /** Which of the 32 places are taken; `children` holds only those, in order. */
  readonly bitmap: number
  readonly children: readonly (Branch | Bucket)[]
}

/** The keys of one hash: nearly always one. */
interface Bucket {
  readonly kind: 'bucket'
  readonly hash: number
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly key: string
  readonly place: number
}

const BITS = 5
const MASK = 31

/** The place stored for a key. */
export function findPlace(trie: KeyTrie, key: string): number | undefined {
  const hash = hashKey(key)
  let node = trie
  for (let shift = 0; node?.kind === 'branch'; shift += BITS) {
    const bit = bitOf(hash, shift)
    if ((node.bitmap & bit) === 0) return undefined
    node = node.children[indexOf(node.bitmap, bit)]
  }
  return node?.slots.find((slot) => slot.key === key)?.place
}

/** The trie with a place for a key that it does not hold yet. */
export function insertPlace(trie: KeyTrie, key: string, place: number): KeyTrie {
  return insert(trie, { kind: 'bucket', hash: hashKey(key), slots: [{ key, place }] }, 0)
}

/** The trie without a key that it holds. */
export function removePlace(trie: KeyTrie, key: string): KeyTrie {
  return trie === undefined ? undefined : remove(trie, { key, hash: hashKey(key), shift: 0 })
}

function insert(node: KeyTrie, added: Bucket, shift: number): Branch | Bucket {
  if (node === undefined) return added
  if (node.kind === 'bucket') {
    if (node.hash === added.hash) return { ...node, slots: [...node.slots, ...added.slots] }
    return insert({ kind: 'branch', bitmap: bitOf(node.hash, shift), children: [node] }, added, shift)
  }
  const bit = bitOf(added.hash, shift)
  const index = indexOf(node.bitmap, bit)
  if ((node.bitmap & bit) === 0)
    return { kind: 'branch', bitmap: node.bitmap | bit, children: node.children.toSpliced(index, 0, added) }
  const child = insert(node.children[index], added, shift + BITS)
  return { kind: 'branch', bitmap: node.bitmap, children: node.children.with(index, child) }
}

interface Removal {
  readonly key: string
  readonly hash: number
  readonly shift: number
}

function remove(node: Branch | Bucket, removal: Removal): KeyTrie {
  if (node.kind === 'bucket') {
    const slots = node.slots.filter((slot) => slot.key !== removal.key)
    return slots.length === 0 ? undefined : { ...node, slots }
  }
  const bit = bitOf(removal.hash, removal.shift)
  const index = indexOf(node.bitmap, bit)
  const old = node.children[index]
  if ((node.bitmap & bit) === 0 || old === undefined) return node
  const child = remove(old, { ...removal, shift: removal.shift + BITS })
  const children = child === undefined ? node.children.toSpliced(index, 1) : node.children.with(index, child)
  const only = children.length === 1 ? children[0] : undefined
  if (children.length === 0 || only?.kind === 'bucket') return only
  return { kind: 'branch', bitmap: child === undefined ? node.bitmap & ~bit : node.bitmap, children }
}

function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK)
}

/** How many of the taken places stand before this one. */
function indexOf(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** FNV-1a over code units, then mixed, because neighbouring paths differ only in their last ones. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
