import type { Attachable, AttachmentView, ForecastView, ModelView, UploadView } from '@varve/server/types'
import { attachableId } from '../../workbench/draft.ts'
import { matchAttachments } from './match-attachments.ts'

export interface LargePiece {
  readonly key: string
  readonly tokens: number
  /**
   * `remove` takes the chip out of the draft, `forget` a note out of the chat. What the text names goes with its name,
   * and what a project pins only there; nothing can be done about a past turn.
   */
  readonly fix: 'remove' | 'named' | 'pinned' | 'forget' | 'none'
  /** The chip that brings it: a folder brings many. */
  readonly item?: Attachable
}

interface WithinReach {
  readonly attached: readonly Attachable[]
  readonly uploads?: readonly UploadView[]
  readonly kept: readonly string[]
  /** What comes along because the text names it, and because the project pins it. */
  readonly named?: readonly string[] | undefined
  readonly pinned?: readonly string[] | undefined
}

/** Of the largest piece: taking out what is smaller would not help. */
const NEGLIGIBLE = 0.01

/** The largest pieces of a message that does not fit, each with what can be done about it here. */
export function largePieces(
  largest: NonNullable<ForecastView['largest']>,
  { attached, uploads, kept, named = [], pinned = [] }: WithinReach,
): readonly LargePiece[] {
  const worthNaming = (largest[0]?.tokens ?? 0) * NEGLIGIBLE
  const pieces = largest.filter(({ tokens }) => tokens >= worthNaming)
  const bringerAmong = (items: readonly Attachable[]) => {
    const brought = matchAttachments(items, pieces.map(asAttachment), uploads)
    return (key: string) =>
      items.find((each) => brought.get(attachableId(each))?.some((found) => found.key === key))
  }
  const [ownOf, namedOf, pinnedOf] = [bringerAmong(attached), bringerAmong(named), bringerAmong(pinned)]
  return pieces.map(({ key, tokens }) => {
    const item = ownOf(key)
    if (item !== undefined) return { key, tokens, fix: 'remove', item }
    if (namedOf(key) !== undefined) return { key, tokens, fix: 'named' }
    if (pinnedOf(key) !== undefined) return { key, tokens, fix: 'pinned' }
    return { key, tokens, fix: kept.includes(key) ? 'forget' : 'none' }
  })
}

/** A piece that does not fit is known by its key alone, which says its kind where it is no file. */
function asAttachment({ key, tokens }: { readonly key: string; readonly tokens: number }): AttachmentView {
  const kind = /^https?:/.test(key) ? 'url' : (/^(paste|upload|tag|folder):/.exec(key)?.[1] ?? 'note')
  return { key, title: key, kind, tokens, form: 'full' }
}

/** Whether a model that can be asked now has a larger window than the one chosen. */
export function hasLargerWindow(models: readonly ModelView[], chosen: ModelView | undefined): boolean {
  return models.some(({ ready, window }) => ready && window > (chosen?.window ?? Number.POSITIVE_INFINITY))
}
