import type { ReplayedTurn } from './replay-trace.ts'

/** All that a turn is warned of: by the trace, and by the engine. */
export function warningsOf({ warnings, envelope }: ReplayedTurn): readonly string[] {
  return [...warnings, ...envelope.warnings.map(({ message }) => message)]
}
