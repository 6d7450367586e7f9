import type { Artifact, State, ToolDefinition } from '@varve/engine'
import type { GatheredResult, SectionInput } from '@varve/engine/internal'
import type { TurnTexts } from './turn-texts.ts'

/** A text that would be sent, and where it is. */
export interface Piece {
  readonly place: string
  readonly text: string
}

export interface Sent extends TurnTexts {
  readonly state: State
  readonly isGuarded: boolean
}

const SECTION_PLACES: Readonly<Record<SectionInput['id'], string>> = {
  contract: 'agent',
  tools: 'skills',
  guidance: 'guidance',
  project: 'instructions',
  memory: 'memory',
}

/** Everything that is new to what has been guarded: titles, paths and names of pictures too. */
export function piecesOf(sent: Sent): readonly Piece[] {
  const { state, isGuarded, text, artifacts, sections, tools, gathered, guidance, images } = sent
  return [
    ...(isGuarded ? [] : historyPieces(state)),
    ...sections.map((section) => ({ place: SECTION_PLACES[section.id], text: section.text })),
    ...tools.map((tool) => ({ place: 'tools', text: toolText(tool) })),
    { place: 'guidance', text: guidance },
    ...artifacts.flatMap(artifactPieces),
    ...gathered.flatMap(({ hits = [] }) =>
      hits.flatMap((hit) => hitTexts([hit]).map((found) => ({ place: hit.key, text: found }))),
    ),
    ...images.map(({ name }) => ({ place: 'message', text: name })),
    { place: 'message', text },
  ]
}

/** A tool as one text: its description, and what its parameters say. */
export function toolText(tool: ToolDefinition): string {
  return JSON.stringify(tool)
}

/** Its key, its title, its text, and what its pictures are called. */
export function artifactTexts({ key, title, content, images }: Artifact): readonly string[] {
  return [key, title, content, ...images.map(({ name }) => name)]
}

function artifactPieces(artifact: Artifact): readonly Piece[] {
  const place = artifact.source.path ?? artifact.source.url ?? artifact.key
  return artifactTexts(artifact).map((text) => ({ place, text }))
}

/** The place of each passage, and its text. */
function hitTexts(hits: GatheredResult['hits'] = []): readonly string[] {
  return hits.flatMap(({ key, text }) => [key, text])
}

function historyPieces({ history, open, library }: State): readonly Piece[] {
  const records = [...history, ...(open ? [open] : [])]
  const said = records.flatMap(({ text, answer, guidance, images, gathered, steps }) => [
    text,
    guidance,
    ...images.map(({ name }) => name),
    answer?.text ?? '',
    ...gathered.flatMap((one) => [one.arguments, one.text, ...hitTexts(one.hits)]),
    ...Object.values(steps)
      .flat()
      .flatMap((one) => [
        one.text,
        ...one.exchanges.flatMap((exchange) => [
          exchange.arguments,
          exchange.result,
          ...hitTexts(exchange.hits),
        ]),
      ]),
  ])
  const kept = [...library].map(({ artifact }) => artifact)
  return [
    ...said.filter((text) => text !== '').map((text) => ({ place: 'history', text })),
    ...kept.flatMap(artifactPieces),
  ]
}
