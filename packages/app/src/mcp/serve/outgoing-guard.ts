import {
  findInPart,
  NO_REDACTIONS,
  type RedactionState,
  redactText,
  restoreText,
  scanText,
  toldIn,
} from '@varve/guard'
import { AppError } from '../../app-error.ts'
import { type GuardPolicy, isHiddenUnasked } from '../../guard/guard-policy.ts'
import { scanOptions } from '../../guard/scan-cache.ts'

export interface GuardedText {
  readonly text: string
  /** How many of what were replaced. */
  readonly redacted: { readonly [type: string]: number }
}

/** Stands between a workspace and one assistant: a value has the same placeholder as long as they talk. */
export class OutgoingGuard {
  #state: RedactionState = NO_REDACTIONS

  /** Nobody can be asked: what a person would be asked about is replaced, unless the workspace sends it always. */
  redact(text: string, policy: GuardPolicy, around: readonly string[] = []): GuardedText {
    try {
      const options = scanOptions(policy)
      const told = around.flatMap((one) => toldIn(one, scanText(one, options)))
      const findings = findInPart(text, scanText(text, options), told).filter((finding) =>
        isHiddenUnasked(finding, policy),
      )
      const counts = new Map<string, number>()
      for (const { type } of findings) counts.set(type, (counts.get(type) ?? 0) + 1)
      const redacted = redactText(this.#state, text, findings)
      this.#state = redacted.state
      return { text: redacted.text, redacted: Object.fromEntries(counts) }
    } catch (error) {
      throw new AppError('guard-failed', 'The guard could not scan this. Nothing has been given.', {
        cause: error,
      })
    }
  }

  /** The assistant knows placeholders only, also in a path or a search. */
  restore(args: unknown): unknown {
    if (typeof args === 'string') return restoreText(args, this.#state.values)
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, this.restore(value)]))
  }
}
