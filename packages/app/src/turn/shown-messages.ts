import { type PlacedBlock, type Plan, shownText } from '@varve/engine'
import type { InspectionView } from '../views.ts'
import type { Packing } from './packing.ts'

type ShownMessage = InspectionView['request'][number]

/** The messages of a request as they are shown; one that was shown before is the very same object again. */
export function shownMessages(
  { blocks }: Pick<Plan, 'blocks'>,
  { messages }: Pick<Packing, 'messages'>,
): readonly ShownMessage[] {
  const shown: ShownMessage[] = []
  let group: PlacedBlock[] = []
  const close = (): void => {
    const [first] = group
    const last = group.at(-1)
    if (!first || !last) return
    const known = messages.get(first)
    // What is appended to a message gives it another last block.
    const isKnown = known?.last === last && known.message.parts.length === group.length
    const message = isKnown
      ? known.message
      : { role: first.role, parts: group.map(({ part }) => shownText(part)) }
    if (!isKnown) messages.set(first, { last, message })
    shown.push(message)
    group = []
  }
  for (const block of blocks) {
    if (group[0] && group[0].role !== block.role) close()
    group.push(block)
  }
  close()
  return shown
}
