import { hashText } from '@varve/engine'
import { type Finding, type FindingType, RULE_VERSION, type ScanOptions, scanText } from '@varve/guard'
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
}

export function scanOptions({ sensitivity, jurisdictions, custom, allow }: GuardPolicy): ScanOptions {
  const types = allow.types as readonly FindingType[]
  return { sensitivity, jurisdictions, custom, allow: { ...allow, types } }
}
