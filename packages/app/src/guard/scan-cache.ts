import { hashText } from '@varve/engine'
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
import type { GuardPolicy } from './guard-policy.ts'

const MOST = 5000

/** Findings by text and rules: a kept note is scanned once, a draft with every key press. */
export class ScanCache {
  readonly #found = new Map<string, readonly Finding[]>()

  scan(text: string, policy: GuardPolicy): readonly Finding[] {
    if (text === '') return []
    const options = scanOptions(policy)
    const key = `${RULE_VERSION} ${JSON.stringify(options)} ${hashText(text)}`
    const known = this.#found.get(key)
    if (known) return known
    const findings = scanText(text, options)
    if (this.#found.size >= MOST) this.#found.clear()
    this.#found.set(key, findings)
    return findings
  }

  /** The same for parts of texts, by what stands around them there. */
  scannerWith(around: readonly string[], policy: GuardPolicy): (text: string) => readonly Finding[] {
    let told: readonly Told[] | undefined
    return (text) => {
      told ??= around.flatMap((one) => toldIn(one, this.scan(one, policy)))
      return findInPart(text, this.scan(text, policy), told)
    }
  }
}

export function scanOptions({ sensitivity, jurisdictions, custom, allow }: GuardPolicy): ScanOptions {
  const types = allow.types as readonly FindingType[]
  return { sensitivity, jurisdictions, custom, allow: { ...allow, types } }
}
