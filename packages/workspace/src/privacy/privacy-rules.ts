/** Where a workspace says which of its folders and tags are not for everybody. */
export const PRIVACY_FILE = 'Varve/workspace.json'

/**
 * Each includes the one before it. `local-only`: never to a model in the cloud. `private`: moreover in no
 * prompt and in nothing that a tool finds, unless the user names the file itself. Their own search shows both.
 */
export type Privacy = 'open' | 'local-only' | 'private'

export type PrivacyMark =
  | { readonly kind: 'everything' }
  /** A folder with all that is in it, or one file. */
  | { readonly kind: 'path'; readonly path: string }
  /** A tag with all tags below it, without `#`. */
  | { readonly kind: 'tag'; readonly tag: string }

export interface PrivacyRules {
  readonly localOnly: readonly PrivacyMark[]
  readonly private: readonly PrivacyMark[]
  /** What could not be understood. While there is anything, every file counts as private: it might have been meant. */
  readonly problems: readonly string[]
}
