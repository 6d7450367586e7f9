import type { Artifact, Range, Source } from '../artifact/artifact.ts'
import { escapeLine } from './escape-attribute.ts'
import { openingTag, renderBody } from './render-block.ts'
import { artifactTag, TAGS } from './tag-registry.ts'

/** An artifact in full, as given in a turn; `parseRendered` reads it back. §6 */
export function renderArtifact(artifact: Artifact, turn: number): string {
  const { source, title } = artifact
  const tag = artifactTag(artifact)
  const tool = artifact.kind === 'tool-result' ? (source.name ?? '') : undefined
  const lines = [
    openingTag(tag, { tool, turn }),
    // The attribute already names the tool.
    title === tool ? undefined : element(TAGS.element.title, title),
    source.path === undefined ? undefined : element(TAGS.element.path, source.path),
    source.url === undefined ? undefined : element(TAGS.element.url, source.url),
    source.lines && element(TAGS.element.lines, renderRange(source.lines)),
    source.pages && element(TAGS.element.pages, renderRange(source.pages)),
    artifact.key === impliedKey(source) ? undefined : element(TAGS.element.key, artifact.key),
    renderBody(TAGS.element.content, artifact.content),
    `</${tag}>`,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

/** The key that a reader takes when none is written. */
export function impliedKey(source: Source): string | undefined {
  return source.path ?? source.url
}

function element(tag: string, text: string): string {
  return `<${tag}>${escapeLine(text)}</${tag}>`
}

function renderRange([from, to]: Range): string {
  return `${from}-${to}`
}
