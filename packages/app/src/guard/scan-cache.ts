import { hashText } from '@varve/engine/internal'
import {
  type Finding,
  findInPart,
  type FindingType,
  RULE_VERSION,
  type ScanOptions,
  scanText,
  type Told,
  toldIn,
} from '@varve/guard'
import { LARGE, largeOf, MEDIUM, scanApart } from '../large-texts/large-texts.ts'
import type { GuardPolicy } from './guard-policy.ts'

const MOST = 5000

/** Findings by text and rules: a kept note is scanned once, a draft with every key press. */
export class ScanCache {
  readonly #found = new Map<string, readonly Finding[]>()
  /** Large texts that a thread is scanning now. */
  readonly #scanning = new Map<string, Promise<void>>()
  readonly #report: (message: string) => void

  constructor(report: (message: string) => void = () => undefined) {
    this.#report = report
  }

  scan(text: string, policy: GuardPolicy): readonly Finding[] {
    if (text === '') return []
    const options = scanOptions(policy)
    const key = keyOf(text, options)
    const known = this.#found.get(key)
    if (known) return known
    if (text.length > LARGE)
      this.#report(`The guard scanned ${text.length} characters at once; others had to wait for it.`)
    return this.#keep(key, scanText(text, options))
  }

  /** Scans what is large of these in a thread, so that `scan` only has to look them up. */
  async prepare(texts: Iterable<string>, policy: GuardPolicy, signal: AbortSignal): Promise<void> {
    const options = scanOptions(policy)
    const long = [...new Set(texts)].filter((text) => text.length > MEDIUM)
    const keys = new Map(long.map((text) => [text, keyOf(text, options)]))
    const isNew = (key = ''): boolean => !this.#found.has(key) && !this.#scanning.has(key)
    const missing = largeOf(long.filter((text) => isNew(keys.get(text)))).map(
      (text) => [keys.get(text) ?? '', text] as const,
    )
    if (missing.length > 0) {
      const scanning = this.#scanApart(missing, options, signal)
      for (const [key] of missing) this.#scanning.set(key, scanning)
    }
    // A draft that continues being typed asks for what the one before it has begun.
    await Promise.all([...keys.values()].flatMap((key) => this.#scanning.get(key) ?? []))
  }

  async #scanApart(
    texts: readonly (readonly [key: string, text: string])[],
    options: ScanOptions,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const found = await scanApart(
        texts.map(([, text]) => text),
        options,
        signal,
      )
      for (const [at, findings] of found.entries()) this.#keep(texts[at]?.[0] ?? '', findings)
    } finally {
      for (const [key] of texts) this.#scanning.delete(key)
    }
  }

  #keep(key: string, findings: readonly Finding[]): readonly Finding[] {
    if (this.#found.size >= MOST) this.#found.clear()
    this.#found.set(key, findings)
    return findings
  }

  /** The same for parts of texts, given their surroundings. */
  scannerWith(around: readonly string[], policy: GuardPolicy): (text: string) => readonly Finding[] {
    let told: readonly Told[] | undefined
    return (text) => {
      told ??= around.flatMap((one) => toldIn(one, this.scan(one, policy)))
      return findInPart(text, this.scan(text, policy), told)
    }
  }
}

function keyOf(text: string, options: ScanOptions): string {
  return `${RULE_VERSION} ${JSON.stringify(options)} ${hashText(text)}`
}

export function scanOptions({ sensitivity, jurisdictions, custom, allow }: GuardPolicy): ScanOptions {
  const types = allow.types as readonly FindingType[]
  return { sensitivity, jurisdictions, custom, allow: { ...allow, types } }
}
