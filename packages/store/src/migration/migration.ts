/** One step of the schema. Steps are only ever appended; a published one is never changed. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}
