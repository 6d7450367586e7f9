import type { Artifact } from '../artifact/artifact.ts'
import { cutLine, cutText } from './cut-text.ts'
import { LIMITS, type SourceGroup } from './limits.ts'

const HEADING = /^(#{1,6})[ \t]+\S/

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Enough of a line to tell what it is; a line may be the whole text. */
const LINE_HEAD = 100

const FRONT_MATTER_CHARACTERS = 8192

export type CompactableArtifact = Pick<
  Artifact,
  'key' | 'kind' | 'title' | 'source' | 'content' | 'recoverable'
>

export interface CompactOptions {
  readonly level: 'preview' | 'line'
  /** A tool of this request that reads an artifact by its key; none is named without it. [L3-2] */
  readonly readTool?: string
  /** Characters of a preview, in place of the default. */
  readonly previews?: Readonly<Partial<Record<SourceGroup, number>>> | undefined
}

/** Headings may take this share of the room, so that some text is always shown. */
const HEADING_SHARE = 0.6
const PLACE_CHARACTERS = 160

/**
 * The short form of an artifact that doesn't fit: its structure, the beginning of each section, and how to
 * read the rest. [B-3]
 */
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
  const { group, previewCharacters } = LIMITS.source[artifact.kind]
  const room = (options.previews?.[group] ?? previewCharacters) - top.length - hint.length - more.length - 2
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
  const bodies = sections.map((section) => bodyOf(content, section, room))
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
function bodyOf(content: string, section: Section, room: number): string {
  const firstVisible = nextVisible(content, section.from, section.to)
  const start = Math.max(section.from, content.lastIndexOf('\n', firstVisible) + 1)
  const bound = start + 2 * Math.max(LIMITS.compaction.previewCharacters, room)
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

/**
 * Divides room among texts in order: each gets an equal part, what a short one leaves goes to the
 * longer ones, and those that would get less than `least` of what they need get nothing.
 */
export function shareRoom(lengths: readonly number[], room: number, least: number): readonly number[] {
  const shares = lengths.map(() => 0)
  const served = lengths
    .map((length, index) => ({ length, index }))
    .filter(({ length }) => length > 0)
    .slice(0, Math.floor(room / least))
    .sort((left, right) => left.length - right.length || left.index - right.index)
  let rest = room
  served.forEach(({ length, index }, position) => {
    const share = Math.min(length, Math.floor(rest / (served.length - position)))
    shares[index] = share
    rest -= share
  })
  return shares
}

/** A heading and the text up to the next heading of any level; level 0 is what is before the first. */
interface Section {
  readonly level: number
  /** The heading's line without its line end; empty at level 0. */
  readonly heading: string
  /** Where the text under the heading begins and ends. */
  readonly from: number
  readonly to: number
}

interface Outline {
  /** The first sections of each level, in order; a long document has more than are kept. */
  readonly levels: readonly (readonly Section[])[]
  readonly headings: number
  readonly lines: number
}

interface OutlineOptions {
  /** Whether lines with `#` are headings; in code they are comments. */
  readonly markdown: boolean
  readonly sectionsPerLevel: number
}

/** The structure of a text in one pass, with memory for what is kept only. */
export function outlineOf(content: string, options: OutlineOptions): Outline {
  const levels: Section[][] = [[], [], [], [], [], [], []]
  let headings = 0
  let lines = 0
  let fence: string | undefined
  let open = { level: 0, heading: '', from: options.markdown ? frontMatterEnd(content) : 0 }
  const close = (to: number): void => {
    const kept = levels[open.level]
    if (kept && kept.length < options.sectionsPerLevel) kept.push({ ...open, to: Math.max(open.from, to) })
  }
  for (let start = 0; start < content.length; lines += 1) {
    const newline = content.indexOf('\n', start)
    const end = newline === -1 ? content.length : newline
    if (options.markdown && start >= open.from && mayMatter(content.charCodeAt(start))) {
      const head = content.slice(start, Math.min(end, start + LINE_HEAD))
      const level = fence === undefined ? (HEADING.exec(head)?.[1]?.length ?? 0) : 0
      fence = nextFence(fence, head, end - start)
      if (level > 0) {
        close(start)
        open = {
          level,
          heading: content.slice(start, end).trimEnd(),
          from: Math.min(end + 1, content.length),
        }
        headings += 1
      }
    }
    start = end + 1
  }
  close(content.length)
  return { levels, headings, lines }
}

/** Only lines that begin with one of # ` ~ or a blank can be headings or fences. */
function mayMatter(unit: number): boolean {
  return unit === 0x23 || unit === 0x60 || unit === 0x7e || unit === 0x20
}

function nextFence(fence: string | undefined, head: string, length: number): string | undefined {
  const mark = FENCE.exec(head)?.[1]
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  const closes = mark.startsWith(fence) && length <= LINE_HEAD && head.trim() === mark
  return closes ? undefined : fence
}

/** Where the text begins after front matter, which says little about what a note holds. */
function frontMatterEnd(content: string): number {
  if (!/^---\r?\n/.test(content)) return 0
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(content.slice(0, FRONT_MATTER_CHARACTERS))
  return end ? end.index + end[0].length : 0
}
