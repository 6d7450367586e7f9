import type { Artifact, GatheredResult, SectionInput, State } from '@varve/engine'

/** A text that would be sent, and where it stands. */
export interface Piece {
  readonly place: string
  readonly text: string
}

export interface Sent {
  readonly state: State
  readonly isGuarded: boolean
  readonly text: string
  readonly artifacts: readonly Artifact[]
  readonly sections: readonly SectionInput[]
  /** What was found for the question. */
  readonly gathered?: readonly GatheredResult[] | undefined
}

const SECTION_PLACES: Partial<Record<SectionInput['id'], string>> = {
  project: 'instructions',
  memory: 'memory',
}

/** Everything that is new to what has been guarded: titles and paths too. */
export function piecesOf({
  state,
  isGuarded,
  text,
  artifacts,
  sections,
  gathered = [],
}: Sent): readonly Piece[] {
  return [
    ...(isGuarded ? [] : historyPieces(state)),
    ...sections.flatMap((section) => {
      const place = SECTION_PLACES[section.id]
      return place === undefined ? [] : [{ place, text: section.text }]
    }),
    ...artifacts.flatMap(artifactPieces),
    ...gathered.flatMap(({ hits = [] }) => hits.map((hit) => ({ place: hit.key, text: hit.text }))),
    { place: 'message', text },
  ]
}

/** Its key, its title, its text. */
export function artifactTexts({ key, title, content }: Artifact): readonly string[] {
  return [key, title, content]
}

function artifactPieces(artifact: Artifact): readonly Piece[] {
  const place = artifact.source.path ?? artifact.source.url ?? artifact.key
  return artifactTexts(artifact).map((text) => ({ place, text }))
}

function historyPieces({ history, open, library }: State): readonly Piece[] {
  const records = [...history, ...(open ? [open] : [])]
  const said = records.flatMap(({ text, answer, gathered, steps }) => [
    text,
    answer?.text ?? '',
    ...gathered.flatMap((one) => [one.arguments, one.text]),
    ...Object.values(steps)
      .flat()
      .flatMap((one) => [
        one.text,
        ...one.exchanges.flatMap((exchange) => [exchange.arguments, exchange.result]),
      ]),
  ])
  const kept = [...library].map(({ artifact }) => artifact)
  return [
    ...said.filter((text) => text !== '').map((text) => ({ place: 'history', text })),
    ...kept.flatMap(artifactPieces),
  ]
}
