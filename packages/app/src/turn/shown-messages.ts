import { type PlacedBlock, type Plan, shownText } from '@varve/engine'
import type { InspectionView } from '../views.ts'
import type { Packing } from './packing.ts'

type ShownMessage = InspectionView['request'][number]

/** The messages of a request as they are shown; one that was shown before is the very same object again. */
export function shownMessages(
  { blocks }: Pick<Plan, 'blocks'>,
  { messages }: Pick<Packing, 'messages'>,
): readonly ShownMessage[] {
  const all = blocks.slice()
  const shown: ShownMessage[] = []
  // A request may have thousands of blocks: each is looked at once, and nothing is copied.
  for (let start = 0, end = 0; start < all.length; start = end) {
    const first = all[start] as PlacedBlock
    end = start + 1
    while (all[end]?.role === first.role) end += 1
    const last = all[end - 1] as PlacedBlock
    const known = messages.get(first)
    // What is appended to a message gives it another last block.
    const isKnown = known?.last === last && known.message.parts.length === end - start
    const message = isKnown ? known.message : messageOf(all.slice(start, end))
    if (!isKnown) messages.set(first, { last, message })
    shown.push(message)
  }
  return shown
}

function messageOf(blocks: readonly PlacedBlock[]): ShownMessage {
  return { role: blocks[0]?.role ?? 'user', parts: blocks.map(({ part }) => shownText(part)) }
}
