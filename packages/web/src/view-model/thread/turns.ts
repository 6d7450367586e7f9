import type { AnswerView, AttachmentView, LayerId, TurnView } from '@varve/contract'
import { describeMany, formatShare } from '../text/format.ts'
import { matchAttachments } from '../composer/match-attachments.ts'

export function isAnswering(turn: Pick<TurnView, 'answers'>): boolean {
  return turn.answers.some(isRunning)
}

export function isRunning({ status }: Pick<AnswerView, 'status'>): boolean {
  return status === 'streaming'
}

/**
 * Merges a turn that arrived with the end of one of its answers. Streams run in parallel: a late one must not
 * set an ended answer running again.
 */
export function mergeTurn(old: TurnView, came: TurnView): TurnView {
  const answers = came.answers.map((answer) => {
    const known = old.answers.find(({ id }) => id === answer.id)
    return known && isRunning(answer) && !isRunning(known) ? known : answer
  })
  const answer = answers.find(({ id }) => id === came.answer.id) ?? came.answer
  return { ...came, answers, answer }
}

interface GroupedTurn {
  readonly folders: readonly { readonly folder: AttachmentView; readonly words: string }[]
  /** Tags first, then what is no note or file: a tag may bring hundreds of these. */
  readonly others: readonly AttachmentView[]
  /** Files from a folder and results of a note's queries, which nobody attached individually. */
  readonly members: readonly AttachmentView[]
}

/** A turn's attachments by origin: a folder represents its files, which need no chips. */
export function groupTurn(attachments: readonly AttachmentView[]): GroupedTurn {
  const listings = attachments.filter(({ kind }) => kind === 'folder')
  const names = listings.map(({ key }) => (key === 'folder:/' ? '/' : `${key.slice('folder:'.length)}/`))
  const own = matchAttachments(names, attachments)
  const inFolders = new Set([...own.values()].flat())
  const others = attachments.filter((each) => !inFolders.has(each) && each.kind !== 'dataview')
  const queries = attachments.filter((each) => !inFolders.has(each) && each.kind === 'dataview')
  return {
    folders: listings.map((folder, place) => ({
      folder,
      words: describeMany(own.get(names[place] ?? '') ?? [], { word: 'file' }),
    })),
    others: [0, 1, 2].flatMap((place) => others.filter(({ kind }) => placeOf(kind) === place)),
    members: [...[...inFolders].filter(({ kind }) => kind !== 'folder'), ...queries],
  }
}

function placeOf(kind: string): number {
  if (kind === 'tag') return 0
  return kind === 'note' || kind === 'file' ? 2 : 1
}

/** The answers of one model to one question; the last is the newest. */
export interface AnswerColumn {
  readonly modelId: string
  readonly modelName: string
  readonly answers: readonly AnswerView[]
}

/**
 * The answers of a turn by model, where several models were asked together; none where each answer came by itself,
 * one instead of another. Those asked together began at the same moment.
 */
export function answerColumns({ answers }: Pick<TurnView, 'answers'>): readonly AnswerColumn[] {
  const together = answers.some(({ startedAt, modelId }) =>
    answers.some((other) => other.startedAt === startedAt && other.modelId !== modelId),
  )
  if (!together) return []
  const columns = new Map<string, AnswerColumn>()
  for (const answer of answers) {
    const { modelId, modelName } = answer
    const before = columns.get(modelId)?.answers ?? []
    columns.set(modelId, { modelId, modelName, answers: [...before, answer] })
  }
  return [...columns.values()]
}

/** The visible answer of a column: the one the user turned to, else the one that continues, else the newest. */
export function answerInView(
  { answers }: AnswerColumn,
  turnedTo: string | undefined,
  goesOn: string,
): AnswerView | undefined {
  const find = (wanted: string | undefined) => answers.find(({ id }) => id === wanted)
  return (
    find(turnedTo) ?? answers.find(({ status }) => status === 'streaming') ?? find(goesOn) ?? answers.at(-1)
  )
}

export const LAYERS: readonly LayerId[] = ['L1', 'L2', 'L3', 'L4', 'L5']

interface LayerShare {
  readonly id: LayerId
  readonly tokens: number
  readonly label: string
}

/** Each layer with its part of the request, in the order in which they are laid down. */
export function layerShares(tokens: Readonly<Record<LayerId, number>>): readonly LayerShare[] {
  const total = sumLayers(tokens)
  return LAYERS.map((id) => ({ id, tokens: tokens[id], label: formatShare(tokens[id], total) }))
}

export function sumLayers(tokens: Readonly<Record<LayerId, number>>): number {
  return LAYERS.reduce((sum, id) => sum + tokens[id], 0)
}

/** The bar as a sentence, for those who do not see it. */
export function describeLayers(tokens: Readonly<Record<LayerId, number>>): string {
  return layerShares(tokens)
    .map(
      ({ id, label }) =>
        `${id} ${label.replaceAll('\u00a0', ' ').replace('< 1', 'under 1').replace('> 99', 'over 99')}`,
    )
    .join(', ')
}
