import type { Artifact } from '@varve/engine'
import { hashText } from '@varve/engine/internal'
import type { ExtractWarning } from '@varve/workspace'

/** Something that was given and could not be read as what it claims to be. Never its text. */
export interface ParseMiss {
  /** The name of the element that it begins with, where it begins with one that is known; else `none`. */
  readonly tag: string
  readonly kind: 'unparsed' | ExtractWarning['code']
  /** Of the text, or of the name under which it was asked for. */
  readonly hash: string
}

/** What older programs wrapped context in. Any other word after a `<` may be anybody's text. */
const KNOWN_TAGS: ReadonlySet<string> = new Set([
  'note_context',
  'active_note',
  'embedded_note',
  'variable_note',
  'file_context',
  'embedded_pdf',
  'pdf_context',
  'selected_text',
  'web_selected_text',
  'url_content',
  'web_tab_context',
  'active_web_tab',
  'youtube_video_context',
  'twitter_content',
  'dataview_block',
  'pasted_text',
  'localSearch',
  'webSearch',
  'prior_context',
])

const MISSED: ReadonlySet<ExtractWarning['code']> = new Set(['unreadable', 'not-supported', 'missing'])

/** What of a turn's context could not be parsed: kept as plain text, or not to be had at all. */
export function findParseMisses(
  artifacts: readonly Artifact[],
  warnings: readonly ExtractWarning[],
): readonly ParseMiss[] {
  const unparsed = artifacts
    .filter(({ kind }) => kind === 'unparsed')
    .map(({ content, contentHash }): ParseMiss => {
      const name = /^\s*<([a-zA-Z_]{1,40})[\s>]/.exec(content)?.[1] ?? ''
      return { tag: KNOWN_TAGS.has(name) ? name : 'none', kind: 'unparsed', hash: contentHash }
    })
  const unread = warnings
    .filter(({ code }) => MISSED.has(code))
    .map(({ code, subject }): ParseMiss => ({ tag: 'none', kind: code, hash: hashText(subject) }))
  return [...unparsed, ...unread]
}
