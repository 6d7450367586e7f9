import type { Random } from '../../random.ts'

const WORDS =
  'archive anchor basin bridge candle canyon cedar chapter circle copper current delta ember engine estuary field forest garden glacier granite harbour index island juniper kernel lantern ledger library marble meadow mirror mountain needle notebook orchard origin paper pattern pebble quarry river sandstone season shelter signal silence slope spiral station stream summit thread tide timber valley vessel village winter'.split(
    ' ',
  )
const WORDS_PER_LINE = 11
const LINES_PER_HEADING = 18

/** Markdown of an exact length, made of words; every call gives another text. */
export function makeText(random: Random, length: number): string {
  const lines: string[] = []
  let size = 0
  while (size < length) {
    const words = Array.from({ length: WORDS_PER_LINE }, () => WORDS[random.below(WORDS.length)] ?? '')
    const line =
      lines.length % LINES_PER_HEADING === 0 ? `## ${words.slice(0, 3).join(' ')}` : words.join(' ')
    lines.push(line)
    size += line.length + 1
  }
  return lines.join('\n').slice(0, length)
}
