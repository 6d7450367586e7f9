import type { FileView } from '@varve/server/types'

interface PrivacyWords {
  /** Beside a name. */
  readonly word: string
  readonly meaning: string
}

/** What a mark is called and what it means. */
export function privacyWords(privacy: NonNullable<FileView['privacy']>): PrivacyWords {
  switch (privacy) {
    case 'private':
      return { word: 'Private', meaning: 'Goes to no model elsewhere, and to none unless you name it' }
    case 'local-only':
      return { word: 'Local only', meaning: 'Goes to no model elsewhere' }
    default:
      return privacy satisfies never
  }
}
