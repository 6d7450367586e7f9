import { makeText } from '../engine/next-turn/make-text.ts'
import { createRandom, type Random } from '../random.ts'

/** What the two megabytes of a trace are made of. */
export type TraceShape =
  | 'the three in turn'
  | 'a new note each turn'
  | 'one note, edited each turn'
  | 'tool results'

export const TRACE_SHAPES: readonly TraceShape[] = [
  'the three in turn',
  'a new note each turn',
  'one note, edited each turn',
  'tool results',
]

const PURE_SHAPES = TRACE_SHAPES.filter((shape) => shape !== 'the three in turn')

export const TURNS = 100
const BYTES_PER_TURN = 20_000
const START = Date.UTC(2026, 0, 5, 9)

/** A trace of 100 turns and about two megabytes, the same in every run. */
export function makeTrace(shape: TraceShape): Uint8Array {
  const random = createRandom(42)
  let note = makeText(random, BYTES_PER_TURN).split('\n')
  const lines = Array.from({ length: TURNS }, (_, index) => {
    const turn = {
      conversation: shape,
      turn: index + 1,
      at: new Date(START + index * 60_000).toISOString(),
      ...(index === 0 ? { system: 'You help one person think with their own notes.' } : {}),
      user: makeText(random, 120),
      assistant: makeText(random, 600),
    }
    note = edit(note, random)
    return JSON.stringify({ ...turn, ...contextOf(shape, { index, note: note.join('\n'), random }) })
  })
  return Buffer.from(lines.join('\n'))
}

function contextOf(
  shape: TraceShape,
  { index, note, random }: { readonly index: number; readonly note: string; readonly random: Random },
): object {
  switch (shape) {
    case 'the three in turn':
      return contextOf(PURE_SHAPES[index % PURE_SHAPES.length] ?? 'tool results', { index, note, random })
    case 'a new note each turn':
      return {
        attach: [{ kind: 'note', path: `notes/${index}.md`, content: makeText(random, BYTES_PER_TURN) }],
      }
    case 'one note, edited each turn':
      return { attach: [{ kind: 'note', path: 'notes/plan.md', content: note }] }
    case 'tool results':
      return {
        tools: Array.from({ length: 4 }, (_, step) => ({
          name: 'localSearch',
          args: { query: makeText(random, 40) },
          result: makeText(random, BYTES_PER_TURN / 4),
          step,
        })),
      }
    default:
      return shape satisfies never
  }
}

const EDITED_LINES = 5

function edit(lines: readonly string[], random: Random): string[] {
  const changed = makeText(random, EDITED_LINES * 90)
    .split('\n')
    .slice(0, EDITED_LINES)
  return lines.toSpliced(random.below(lines.length - EDITED_LINES), changed.length, ...changed)
}
