import { type GuardPolicy, isHiddenUnasked } from '../guard/guard-policy.ts'
import type { ScanCache } from '../guard/scan-cache.ts'

export type MaskCounts = Map<string, number>

export interface Masking {
  readonly scans: ScanCache
  readonly policy: GuardPolicy
}

/**
 * Takes out of any value what the workspace would not send elsewhere. Nobody can be asked here: what would be asked
 * about is taken out. These are no placeholders: nothing of it is ever put back.
 */
export function maskPrivate(value: unknown, masking: Masking, counts: MaskCounts = new Map()): unknown {
  if (typeof value === 'string') return maskText(value, masking, counts)
  if (typeof value === 'number') {
    const text = maskText(String(value), masking, counts)
    return text === String(value) ? value : text
  }
  if (Array.isArray(value)) return value.map((inner) => maskPrivate(inner, masking, counts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name, masking, counts),
      maskNamed(name, inner, { masking, counts }),
    ]),
  )
}

interface Masked {
  readonly masking: Masking
  readonly counts: MaskCounts
}

/** With its name before it: only that says of some values, as of a password, what they are. */
function maskNamed(name: string, value: unknown, { masking, counts }: Masked): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return maskPrivate(value, masking, counts)
  const start = `${name}: `
  const masked = maskText(start + String(value), masking, counts)
  if (masked === start + String(value)) return value
  return masked.startsWith(start) ? masked.slice(start.length) : maskPrivate(value, masking, counts)
}

export function maskText(text: string, { scans, policy }: Masking, counts: MaskCounts = new Map()): string {
  let masked = ''
  let from = 0
  for (const { type, start, end } of scans.scan(text, policy).filter((one) => isHiddenUnasked(one, policy))) {
    if (start < from) continue
    masked += `${text.slice(from, start)}[${type} withheld]`
    from = end
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return masked + text.slice(from)
}
