import type { ArtifactKind, ArtifactRole } from './artifact.ts'

/** How a block of old rendered context is read. */
export type LegacyForm =
  /** One-line elements, then the text in the first of `body` that exists. */
  | {
      readonly form: 'elements'
      readonly kind: ArtifactKind
      readonly role?: ArtifactRole
      readonly body: readonly string[]
    }
  /** A tool's output, verbatim between its tags. */
  | { readonly form: 'tool' }
  /** A shortened artifact; attributes name its source and its type. */
  | { readonly form: 'compacted' }

const CONTENT: readonly string[] = ['content']

/** Every tag of old rendered context that can be read; others are kept as `unparsed`. */
export const LEGACY_TAGS: ReadonlyMap<string, LegacyForm> = new Map<string, LegacyForm>([
  ['note_context', { form: 'elements', kind: 'note', body: CONTENT }],
  ['active_note', { form: 'elements', kind: 'note', role: 'active', body: CONTENT }],
  ['embedded_note', { form: 'elements', kind: 'note', role: 'embedded', body: CONTENT }],
  ['variable_note', { form: 'elements', kind: 'note', body: CONTENT }],
  ['file_context', { form: 'elements', kind: 'file', body: CONTENT }],
  ['embedded_pdf', { form: 'elements', kind: 'pdf', body: CONTENT }],
  ['pdf_context', { form: 'elements', kind: 'pdf', body: CONTENT }],
  ['selected_text', { form: 'elements', kind: 'selection', body: CONTENT }],
  ['web_selected_text', { form: 'elements', kind: 'web-selection', body: CONTENT }],
  ['url_content', { form: 'elements', kind: 'url', body: CONTENT }],
  ['web_tab_context', { form: 'elements', kind: 'web-tab', body: CONTENT }],
  ['active_web_tab', { form: 'elements', kind: 'web-tab', body: CONTENT }],
  ['youtube_video_context', { form: 'elements', kind: 'youtube', body: ['content', 'transcript'] }],
  ['twitter_content', { form: 'elements', kind: 'tweet', body: CONTENT }],
  ['dataview_block', { form: 'elements', kind: 'dataview', body: ['content', 'executed_result', 'result'] }],
  ['pasted_text', { form: 'elements', kind: 'paste', body: CONTENT }],
  ['localSearch', { form: 'tool' }],
  ['webSearch', { form: 'tool' }],
  ['prior_context', { form: 'compacted' }],
])

/** The types that old compacted blocks carry. A selection's preview is not its text, so it is not among them. */
export const LEGACY_TYPES: ReadonlyMap<string, ArtifactKind> = new Map<string, ArtifactKind>([
  ['note', 'note'],
  ['active_note', 'note'],
  ['embedded_note', 'note'],
  ['file', 'file'],
  ['pdf', 'pdf'],
  ['url', 'url'],
  ['web', 'url'],
  ['tweet', 'tweet'],
  ['twitter', 'tweet'],
  ['web_tab', 'web-tab'],
  ['web-tab', 'web-tab'],
  ['youtube', 'youtube'],
])
