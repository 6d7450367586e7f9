/** What one conversation of an import may hold: an export comes from outside, and all of it ends up in memory. */
export interface ImportLimits {
  readonly messages: number
  /** Of all its texts together, in UTF-16 code units. */
  readonly characters: number
}

export const IMPORT_LIMITS: ImportLimits = { messages: 50_000, characters: 64_000_000 }
