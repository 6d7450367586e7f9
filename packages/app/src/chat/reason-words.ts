import { DIVERGENCES, EPOCH_NOTE, EPOCH_REASONS, OMISSION_REASONS } from '@varve/contract/tables/reasons'
import { fillTemplate } from '@varve/contract/tables/notices'
import type { Plan } from '@varve/engine'
import type { DivergenceReason, OmissionReason } from '@varve/engine/internal'

/** Whether a word is one of the reasons. */
export function isDivergenceReason(word: string): word is DivergenceReason {
  return Object.hasOwn(EPOCH_REASONS, word)
}

/** Why an epoch began, in a sentence. */
export function epochWords(reason: DivergenceReason): string {
  return EPOCH_REASONS[reason]
}

/** The same, as a line of its own. */
export function epochNote(reason: DivergenceReason): string {
  return fillTemplate(EPOCH_NOTE, { reason: epochWords(reason) })
}

export function omissionWords(reason: OmissionReason): string {
  return OMISSION_REASONS[reason]
}

/** Where the first byte differs from the call before, and why. [P-8] */
export function divergenceWords(
  plan: Pick<Plan, 'divergence' | 'epoch' | 'turn'>,
  /** Of the calls of one answer. */
  number = 1,
): string {
  const differs = differenceOf(plan)
  if (!differs) return DIVERGENCES[isFirstCall(plan, number) ? 'first' : 'none']
  return fillTemplate(DIVERGENCES[differs.tokens === 0 ? 'at' : 'lost'], differs)
}

/** The same in parts; undefined where nothing sent before has changed. */
export function differenceOf({
  divergence: { reason, layer, key, tokens },
}: Pick<Plan, 'divergence'>): { reason: string; place: string; tokens: number } | undefined {
  if (reason === 'none') return undefined
  return { reason: epochWords(reason), place: key === '' ? layer : `${layer}, ${key}`, tokens }
}

/** Whether nothing was sent to this model before, in this branch. */
export function isFirstCall(
  { divergence, epoch, turn }: Pick<Plan, 'divergence' | 'epoch' | 'turn'>,
  number = 1,
): boolean {
  return divergence.reason === 'none' && epoch.startedTurn === turn && number === 1
}
