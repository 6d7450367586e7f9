import type { Artifact } from '../artifact/artifact.ts'
import { cutLine, cutText } from './cut-text.ts'
import { LIMITS } from './limits.ts'
import { type Outline, outlineOf, type Section } from './outline.ts'
import { shareRoom } from './share-room.ts'

export type CompactableArtifact = Pick<
  Artifact,
  'key' | 'kind' | 'title' | 'source' | 'content' | 'recoverable'
>

export interface CompactOptions {
  readonly level: 'preview' | 'line'
  /** A tool of this request that reads an artifact by its key; none is named without it. [L3-2] */
  readonly readTool?: string
}

/** Headings may take this share of the room, so that some text is always shown. */
const HEADING_SHARE = 0.6
const PLACE_CHARACTERS = 160

/** What stands for an artifact that does not fit: its structure, a little of each section, and the way back. [B-3] */
export function compactArtifact(artifact: CompactableArtifact, options: CompactOptions): string {
  const outline = outlineOf(artifact.content, {
    markdown: isMarkdown(artifact),
    sectionsPerLevel: LIMITS.compaction.headings,
  })
  switch (options.level) {
    case 'line':
      return compactToLine(artifact, outline, options)
    case 'preview':
      return compactToPreview(artifact, outline, options)
    default:
      return options.level satisfies never
  }
}

function compactToLine(artifact: CompactableArtifact, outline: Outline, options: CompactOptions): string {
  const size = `${outline.lines} lines, ${artifact.content.length} characters`
  const hint = recoveryHint(artifact, options.readTool)
  const end = `: ${size}. ${hint}`
  const room = LIMITS.source[artifact.kind].lineCharacters - end.length - ' ()'.length
  const title = cutLine(artifact.title, Math.ceil(room / 2))
  return `${title} (${cutLine(placeOf(artifact)[1], room - title.length)})${end}`
}

function compactToPreview(artifact: CompactableArtifact, outline: Outline, options: CompactOptions): string {
  const [label, place] = placeOf(artifact)
  const counts = [`${outline.lines} lines`, `${artifact.content.length} characters`]
  if (outline.headings > 0) counts.push(`${outline.headings} headings`)
  const top = [
    `Title: ${cutLine(artifact.title, LIMITS.compaction.titleCharacters)}`,
    `${label}: ${cutLine(place, PLACE_CHARACTERS)}`,
    `Size: ${counts.join(', ')}`,
    '',
  ].join('\n')
  const hint = `[${recoveryHint(artifact, options.readTool)}]`
  const more = `[${outline.headings} more headings]`
  const room = LIMITS.source[artifact.kind].previewCharacters - top.length - hint.length - more.length - 2
  const sections = pickSections(outline, Math.floor(room * HEADING_SHARE))
  const shown = sections.filter(({ level }) => level > 0).length
  const middle = previewSections(artifact.content, sections, room)
  const left = outline.headings - shown
  return [top, ...middle, ...(left > 0 ? [`[${left} more headings]`] : []), hint].join('\n')
}

/** Sections for which there is room, higher levels before lower ones. */
function pickSections(outline: Outline, room: number): readonly Section[] {
  const picked: Section[] = []
  let used = 0
  for (const section of outline.levels.flat()) {
    const cost = section.level === 0 ? 0 : shownHeading(section).length + 1
    if (used + cost > room || picked.length > LIMITS.compaction.headings) break
    used += cost
    picked.push(section)
  }
  return picked
}

/** Headings with their text in document order; the room goes to the sections that were picked first. */
function previewSections(content: string, sections: readonly Section[], room: number): readonly string[] {
  const bodies = sections.map((section) => bodyOf(content, section))
  const used = sections.reduce((sum, section) => sum + shownHeading(section).length + 1, 0)
  const lengths = bodies.map((body) => (body === '' ? 0 : body.length + 1))
  const shares = shareRoom(lengths, Math.max(0, room - used), LIMITS.compaction.sectionCharacters)
  return sections
    .map((section, index) => ({
      from: section.from,
      texts: [shownHeading(section), cutText(bodies[index] ?? '', (shares[index] ?? 0) - 1)],
    }))
    .sort((left, right) => left.from - right.from)
    .flatMap(({ texts }) => texts.filter((text) => text !== ''))
}

function shownHeading(section: Section): string {
  return cutLine(section.heading, LIMITS.compaction.headingCharacters)
}

/** The exact text of a section without the blank lines around it; more than can be shown is marked as cut. */
function bodyOf(content: string, section: Section): string {
  const firstVisible = nextVisible(content, section.from, section.to)
  const start = Math.max(section.from, content.lastIndexOf('\n', firstVisible) + 1)
  const bound = start + 2 * LIMITS.compaction.previewCharacters
  if (section.to <= bound) return content.slice(start, section.to).trimEnd()
  return `${content.slice(start, bound).trimEnd()}…`
}

function nextVisible(content: string, from: number, to: number): number {
  const visible = /\S/g
  visible.lastIndex = from
  return Math.min(visible.exec(content)?.index ?? to, to)
}

function recoveryHint(artifact: CompactableArtifact, readTool: string | undefined): string {
  if (readTool !== undefined) return `Shortened; ${cutLine(readTool, 40)} reads all of it by its key.`
  return artifact.recoverable
    ? 'Shortened; attach it again to read all of it.'
    : 'Shortened; the original is kept and can be attached again.'
}

function placeOf({ key, source }: CompactableArtifact): readonly [label: string, place: string] {
  const range = source.lines
    ? `, lines ${source.lines[0]} to ${source.lines[1]}`
    : source.pages
      ? `, pages ${source.pages[0]} to ${source.pages[1]}`
      : ''
  if (source.path !== undefined) return ['Path', `${cutLine(source.path, PLACE_CHARACTERS - 40)}${range}`]
  if (source.url !== undefined) return ['URL', source.url]
  return ['Key', key]
}

/** In code and data a line with `#` is a comment. */
function isMarkdown({ kind, source }: CompactableArtifact): boolean {
  if (kind === 'tool-result' || kind === 'dataview') return false
  if (kind === 'file' || kind === 'selection' || kind === 'upload')
    return source.path === undefined ? kind !== 'file' : /\.(?:md|mdx|markdown|txt)$/i.test(source.path)
  return true
}
