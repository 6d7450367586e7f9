import { EngineError } from '../engine-error.ts'
import { SECTION_ORDER } from '../layer/section.ts'
import type { StepInput, TurnInput } from './step-input.ts'

/** Refuses what would only fail later, or silently plan nonsense. */
export function checkTurnInput(input: TurnInput): void {
  if (input.turnId === '') throw new EngineError('malformed', 'A turn needs an id; turnId is empty.')
  const unknown = input.sections.find(({ id }) => !SECTION_ORDER.includes(id))
  if (unknown)
    throw new EngineError(
      'malformed',
      `There is no section "${unknown.id}"; there are ${SECTION_ORDER.join(', ')}.`,
    )
  const ids = input.models.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new EngineError('malformed', `Model ${twice} is asked twice in one turn.`)
  for (const { id, window, reservedOutput, margin = 0 } of input.models)
    if (!(window > 0) || !(reservedOutput >= 0) || !(margin >= 0))
      throw new EngineError(
        'malformed',
        `Model ${id} has no usable window: ${window} tokens, ${reservedOutput} kept for the answer, margin ${margin}.`,
      )
}

/** Any other time would let a cache be warm for ever or never, and be another one once the state was stored. */
export function checkTime({ at }: Pick<StepInput, 'at'>): void {
  if (!Number.isFinite(at))
    throw new EngineError('malformed', `A step needs its time in milliseconds since 1970; "at" is ${at}.`)
}
