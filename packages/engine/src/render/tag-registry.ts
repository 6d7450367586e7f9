import type { Artifact, ArtifactKind, ArtifactRole } from '../artifact/artifact.ts'

/** Every tag that Varve writes, in one table; what is not in it is never touched in foreign text. */
export const TAGS = {
  artifact: {
    note: 'note_context',
    file: 'file_context',
    pdf: 'pdf_context',
    image: 'image_context',
    url: 'url_content',
    tweet: 'twitter_content',
    'web-tab': 'web_tab_context',
    'web-selection': 'web_selected_text',
    youtube: 'youtube_video_context',
    selection: 'selected_text',
    paste: 'pasted_text',
    upload: 'uploaded_file',
    chat: 'chat_context',
    dataview: 'dataview_block',
    folder: 'folder_context',
    tag: 'tag_context',
    'tool-result': 'tool_result',
    unparsed: 'unparsed_context',
  },
  /** A note has its own tag for each role. */
  role: {
    active: 'active_note',
    embedded: 'embedded_note',
  },
  piece: {
    update: 'context_update',
    memory: 'memory_update',
    compacted: 'prior_context',
    guidance: 'turn_guidance',
    summary: 'conversation_summary',
    recalled: 'recalled_turns',
  },
  /** Stand inside a block and never carry attributes. */
  element: {
    content: 'content',
    diff: 'diff',
    title: 'title',
    path: 'path',
    url: 'url',
    key: 'key',
    lines: 'lines',
    pages: 'pages',
  },
} as const satisfies {
  readonly artifact: { readonly [kind in ArtifactKind]: string }
  readonly role: { readonly [role in ArtifactRole]: string }
  readonly piece: { readonly [name: string]: string }
  readonly element: { readonly [name: string]: string }
}

/** What the model reads an artifact under. */
export function artifactTag(artifact: Pick<Artifact, 'kind' | 'role'>): string {
  return artifact.kind === 'note' && artifact.role !== undefined
    ? TAGS.role[artifact.role]
    : TAGS.artifact[artifact.kind]
}

export interface TagMeaning {
  readonly kind: ArtifactKind
  readonly role?: ArtifactRole
}

const MEANINGS: ReadonlyMap<string, TagMeaning> = new Map<string, TagMeaning>([
  ...Object.entries(TAGS.artifact).map(([kind, tag]) => [tag, { kind: kind as ArtifactKind }] as const),
  ...Object.entries(TAGS.role).map(
    ([role, tag]) => [tag, { kind: 'note', role: role as ArtifactRole }] as const,
  ),
])

/** The inverse of `artifactTag`. */
export function tagMeaning(tag: string): TagMeaning | undefined {
  return MEANINGS.get(tag)
}
