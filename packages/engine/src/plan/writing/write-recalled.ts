import type { EpochWriter } from './epoch-writer.ts'
import type { Recalled } from '../aging/recall-turns.ts'

/** Old passages, first in their turn. What earlier turns recalled stands from now on in vain: a re-base takes it away. */
export function writeRecalled(writer: EpochWriter, recalled: Recalled | undefined, turn: number): void {
  const { ids, tokens, newTokens } = writer.recalled ?? { ids: [], tokens: 0, newTokens: 0 }
  writer.deadTokens += newTokens
  if (newTokens > 0) writer.recalled = { ids, tokens, newTokens: 0 }
  if (!recalled) return
  const added = writer.addText('user', recalled.text, { piece: 'recalled', turn })
  writer.recalled = { ids: [...ids, ...recalled.ids], tokens: tokens + added, newTokens: added }
}
