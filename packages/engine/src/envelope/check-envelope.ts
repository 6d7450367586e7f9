import { HashedList } from '../collection/hashed-list.ts'
import { hashText } from '../artifact/hash.ts'
import { hashLayer, SECTION_ORDER } from '../layer/section.ts'
import { libraryEntryHash, turnRecordHash } from '../state/record-hash.ts'
import { entryHash, turnHash } from '../state/state.ts'
import { hashEnvelope } from './assemble-envelope.ts'
import type { Envelope, Violation } from './envelope.ts'

/** Every violation of [E-1] to [E-3] in an envelope; `previous` is the turn before on the same branch. */
export function checkEnvelope(envelope: Envelope, previous?: Envelope): readonly Violation[] {
  return [
    ...checkIdentity(envelope),
    ...checkOrder(envelope),
    ...checkDuplicates(envelope),
    ...checkHashes(envelope),
    ...(previous ? checkGrowth(envelope, previous) : []),
  ]
}

function checkIdentity({ conversationId, turnId }: Envelope): readonly Violation[] {
  const missing = [...(conversationId === '' ? ['conversationId'] : []), ...(turnId === '' ? ['turnId'] : [])]
  return missing.map((name) => ({ rule: 'E-1', message: `${name} is empty` }))
}

function checkOrder({ layers }: Envelope): readonly Violation[] {
  const ids = [...layers.L1.segments].map(({ id }) => SECTION_ORDER.indexOf(id))
  const isSorted = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? -1))
  const sections = isSorted ? [] : [{ rule: 'L1-1', message: 'sections are out of order' }]
  const firsts = [...layers.L2.segments].map(({ firstTurn }) => firstTurn)
  const isFirstSeen = firsts.every((turn, index) => index === 0 || turn >= (firsts[index - 1] ?? 0))
  const library = isFirstSeen ? [] : [{ rule: 'L2-2', message: 'the library is not in first-seen order' }]
  const numbers = [...layers.L4.segments].map(({ number }) => number)
  const isHistory = numbers.every((number, index) => number === index + 1)
  return [
    ...sections,
    ...library,
    ...(isHistory ? [] : [{ rule: 'L4-1', message: 'turns are missing or out of order' }]),
  ]
}

function checkDuplicates({ layers }: Envelope): readonly Violation[] {
  return [
    ...duplicates([...layers.L2.segments].map(({ artifact }) => artifact.key)).map((key) => ({
      rule: 'L2-2',
      message: `${key} stands twice in L2`,
    })),
    ...duplicates([...layers.L3.segments].map(({ kind, key }) => `${kind} ${key}`)).map((key) => ({
      rule: 'E-3',
      message: `${key} stands twice in L3`,
    })),
  ]
}

function duplicates(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return keys.filter((key) => {
    const isSecond = seen.has(key)
    seen.add(key)
    return isSecond
  })
}

/**
 * Recomputes what can be recomputed: sections, entries, turns, layers, the whole. The hash of an artifact is
 * of its original bytes, which an envelope does not hold, and is taken as given.
 */
function checkHashes(envelope: Envelope): readonly Violation[] {
  const { L1, L2, L3, L4, L5 } = envelope.layers
  const wrong = (message: string): Violation => ({ rule: 'E-1', message })
  const sections = [...L1.segments].filter(({ text, hash }) => hashText(text) !== hash)
  const entries = [...L2.segments].filter(({ artifact, hash }) => libraryEntryHash(artifact) !== hash)
  const turns = [...L4.segments].filter(({ hash, ...record }) => turnRecordHash(record) !== hash)
  const user = [...L5.segments].filter(({ text, hash }) => hashText(text) !== hash)
  const layers = [
    L1.hash === hashLayer('L1', L1.segments),
    L2.hash === HashedList.from(L2.segments, entryHash).hash,
    L3.hash === hashLayer('L3', L3.segments),
    L4.hash === HashedList.from(L4.segments, turnHash).hash,
    L5.hash === hashLayer('L5', L5.segments),
  ]
  return [
    ...sections.map(({ id }) => wrong(`section ${id} does not match its hash`)),
    ...entries.map(({ artifact }) => wrong(`${artifact.key} does not match its hash`)),
    ...turns.map(({ number }) => wrong(`turn ${number} does not match its hash`)),
    ...user.map(() => wrong('the user text does not match its hash')),
    ...layers.flatMap((matches, index) =>
      matches ? [] : [wrong(`the hash of L${index + 1} does not match`)],
    ),
    ...(envelope.contentHash === hashEnvelope(envelope.layers)
      ? []
      : [wrong('the content hash does not match')]),
  ]
}

/** L2 only grows, except by Forget; L4 grows by turns. [L2-1] */
function checkGrowth(envelope: Envelope, previous: Envelope): readonly Violation[] {
  const now = new Set([...envelope.layers.L2.segments].map(({ artifact }) => artifact.key))
  const forgotten = new Set(envelope.forgotten)
  const before = [
    ...[...previous.layers.L2.segments].map(({ artifact }) => artifact.key),
    ...[...previous.layers.L3.segments].flatMap(({ kind, key }) => (kind === 'attached' ? [key] : [])),
  ]
  const lost = [...new Set(before)].filter((key) => !now.has(key) && !forgotten.has(key))
  const history = envelope.layers.L4.segments.length < previous.layers.L4.segments.length
  return [
    ...lost.map((key) => ({ rule: 'L2-1', message: `${key} left the library without being forgotten` })),
    ...(history ? [{ rule: 'L4-1', message: 'the history became shorter' }] : []),
  ]
}
