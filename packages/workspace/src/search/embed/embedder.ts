/** Turns texts into vectors that lie near each other where texts mean alike. */
export interface Embedder {
  /** Names model and version: vectors of different ids are never compared. */
  readonly id: string
  readonly dimensions: number
  /** One vector of length 1 for each text, in order. */
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>
}
