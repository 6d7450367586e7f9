import type { BodyBlock } from '../../wire/body-blocks.ts'

/** What Ollama reads of a prompt that is longer than its window: the end of it, and it says nothing. */
export function cutFront(blocks: readonly BodyBlock[], window: number): readonly BodyBlock[] {
  let room = window
  const kept: BodyBlock[] = []
  for (const block of blocks.toReversed()) {
    if (room <= 0) break
    // A part of a block is not a block that was seen before, so it goes by another text.
    const isWhole = block.tokens <= room
    kept.push(isWhole ? block : { ...block, tokens: room, text: block.text.slice(-room) })
    room -= block.tokens
  }
  return kept.toReversed()
}
