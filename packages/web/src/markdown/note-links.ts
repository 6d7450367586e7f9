import { createContext } from 'react'

/** What links, tags and pictures of a text do where it is shown. */
export interface NoteLinks {
  /** The file that a link leads to; undefined where there is none. */
  readonly find: (target: string) => string | undefined
  /** Whether a file has a heading; undefined where that is not known. */
  readonly hasHeading?: (path: string, heading: string) => boolean | undefined
  readonly open: (path: string, heading: string | undefined) => void
  /** Searches for a tag; absent where `#word` is not one, as in an answer. */
  readonly searchTag?: (tag: string) => void
  /** The address of a picture of the workspace; absent where pictures are only named. */
  readonly picture?: (path: string) => string
  /** Why a query gives no result; undefined where it gives one. Absent where that is not known. */
  readonly whyIdle?: (query: string) => string | undefined
}

/** Until someone says what links lead to, they are text. */
export const NoteLinksContext = createContext<NoteLinks | undefined>(undefined)
