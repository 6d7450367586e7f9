import type { Memo } from '../../memo.ts'
import { parseRendered } from '../../render/parse-rendered.ts'
import type { PlacedBlock } from '../writing/block.ts'
import { shownText } from '../writing/shown-text.ts'
import { countUpdate } from '../../render/render-update.ts'

export interface DescribedSegment {
  /** An artifact's key, a section's id, or a name such as `turn 3`. */
  readonly name: string
  readonly form: 'full' | 'reference' | 'update' | 'compacted' | 'text'
  /** Short, e.g. "Full, turn 1". */
  readonly label: string
  readonly why: string
  /** The turn that these name, where they name one. */
  readonly turn?: number
  /** Lines of an update. */
  readonly added?: number
  readonly removed?: number
  readonly tokens: number
  readonly hash: string
  /** Exactly as sent. */
  readonly text: string
}

/** One block of a request, for people. */
export function describeBlock(block: PlacedBlock, isBase: boolean, memo: Memo): DescribedSegment {
  const { origin, tokens, chain } = block
  const text = shownText(block.part)
  const common = { tokens, hash: origin.contentHash ?? chain, text }
  switch (origin.piece) {
    case 'section':
      return {
        ...common,
        name: origin.section ?? 'section',
        form: 'text',
        label: 'Section',
        why: 'Part of the system text.',
      }
    case 'artifact':
      return {
        ...common,
        name: origin.key ?? '',
        form: 'full',
        turn: origin.turn,
        label: `Full, turn ${origin.turn}`,
        why: isBase
          ? 'Kept from an earlier turn.'
          : `Attached in turn ${origin.turn}, whole: it stood nowhere above.`,
      }
    case 'update':
      return {
        ...common,
        name: origin.key ?? '',
        form: 'update',
        ...memo.recall('described update', chain, () => describeUpdate(text, origin.turn)),
      }
    case 'compacted':
      return {
        ...common,
        name: origin.key ?? '',
        form: 'compacted',
        label: 'Compacted',
        why: 'The budget asked for it; attach it again to read it whole.',
      }
    case 'reference':
      return {
        ...common,
        name: 'references',
        form: 'reference',
        label: 'Reference',
        why: 'These texts are above, so they are named and not sent twice.',
      }
    default:
      return { ...common, form: 'text', ...describePlain(block) }
  }
}

function describeUpdate(
  text: string,
  turn: number,
): Pick<DescribedSegment, 'label' | 'why' | 'turn' | 'added' | 'removed'> {
  const why = `Attached in turn ${turn}; it changed since the model last read it.`
  const update = parseRendered(text.trimStart()).find((piece) => piece.kind === 'update')
  const counts = update && countUpdate(update.body)
  if (!counts) return { label: 'Update, whole', why, turn }
  const { added, removed } = counts
  return { label: `Update +${added} −${removed}`, why, turn, added, removed }
}

const PLAIN: Readonly<Record<string, { label: string; why: string }>> = {
  'library-heading': { label: 'Heading', why: 'Says that what follows is reference material.' },
  changed: { label: 'Changed', why: 'A kept note changed; its new text was not attached.' },
  'memory-update': { label: 'Memory', why: 'Memory changed inside this epoch.' },
  guidance: { label: 'Guidance', why: 'For this turn only.' },
  image: { label: 'Image', why: 'A picture of this message or of the open note.' },
  'tool-call': { label: 'Tool call', why: 'The model asked for it.' },
  'tool-result': { label: 'Tool result', why: 'What the tool gave back.' },
  reasoning: { label: 'Reasoning', why: 'The provider requires it back.' },
  user: { label: 'Message', why: 'What you wrote.' },
  answer: { label: 'Answer', why: 'What the model answered.' },
  summary: { label: 'Summary', why: 'Stands for turns that the budget left out.' },
  recalled: { label: 'Recalled', why: 'Found in turns that the budget left out, for this message.' },
}

function describePlain({ origin }: PlacedBlock): { name: string; label: string; why: string } {
  const words = PLAIN[origin.piece] ?? { label: origin.piece, why: '' }
  const name = origin.piece === 'library-heading' ? 'heading' : (origin.key ?? `turn ${origin.turn}`)
  return { name, ...words }
}
