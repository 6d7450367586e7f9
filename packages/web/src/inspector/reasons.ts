import type { CallView } from '@varve/contract'
import { DIVERGENCES } from '@varve/contract/tables/reasons'
import { t } from '../i18n/t.ts'

/** Where a request differs from the one before, and why. */
export function divergenceWords({ divergence, differs }: Pick<CallView, 'divergence' | 'differs'>): string {
  if (!differs) return t(divergence)
  const { reason, place, tokens } = differs
  return t(tokens === 0 ? DIVERGENCES.at : DIVERGENCES.lost, { reason: t(reason), place, tokens })
}
