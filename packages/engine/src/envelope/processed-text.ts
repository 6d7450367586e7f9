import { LIBRARY_HEADING, renderGuidance, renderToolResult } from '../render/render-block.ts'
import { neutralize } from '../render/neutralize.ts'
import { renderArtifact } from '../render/render-artifact.ts'
import type { Envelope, TurnSegment } from './envelope.ts'
import type { LibraryEntry } from '../state/state.ts'

/** L2, L3 and L5 as one text, for consumers of the older format; computed, never stored. [E-2] */
export function processedText(envelope: Envelope): string {
  const { L2, L3, L5 } = envelope.layers
  const kept = [...L2.segments]
  const keptKeys = new Set(kept.map(({ artifact }) => artifact.key))
  const library = kept.length === 0 ? [] : [LIBRARY_HEADING, ...kept.map(renderEntry)]
  const turn = [...L3.segments].flatMap((segment) => renderTurnSegment(segment, keptKeys, envelope.turn))
  const user = [...L5.segments].map(({ text }) => neutralize(text))
  return [...library, ...turn, ...user].filter((text) => text !== '').join('\n\n')
}

function renderEntry({ artifact, versionTurn }: LibraryEntry): string {
  return renderArtifact(artifact, versionTurn)
}

function renderTurnSegment(segment: TurnSegment, kept: ReadonlySet<string>, turn: number): readonly string[] {
  switch (segment.kind) {
    case 'attached':
      return segment.artifact && !kept.has(segment.key) ? [renderArtifact(segment.artifact, turn)] : []
    case 'tool-result':
      return [renderToolResult({ tool: segment.title, text: segment.text, turn })]
    case 'guidance':
      return [renderGuidance(segment.text)]
    case 'image':
    case 'changed':
      return []
    default:
      return segment.kind satisfies never
  }
}
