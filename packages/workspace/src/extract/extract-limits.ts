/** How much one message may bring in by naming it once. What is beyond is listed, never dropped in silence. */
export interface ExtractLimits {
  /** Bytes of a text file, the pictures in it included. A larger one is not even read. */
  readonly textBytes: number
  /** Characters of all attachments together: more than any model takes. */
  readonly charactersPerMessage: number
  /** Files that one folder or tag stands for. */
  readonly filesPerExpansion: number
  /** Characters of all the files of one folder or tag together. */
  readonly charactersPerExpansion: number
  /** How deep embeds are followed. */
  readonly embedDepth: number
  /** Embeds that one named note may bring. */
  readonly embedsPerNote: number
  readonly imagesPerNote: number
  /** Longest side of a picture in pixels; larger ones are scaled down. */
  readonly imageSide: number
  readonly imageBytes: number
}

export const EXTRACT_LIMITS: ExtractLimits = {
  textBytes: 16 * 1024 * 1024,
  charactersPerMessage: 8_000_000,
  filesPerExpansion: 200,
  charactersPerExpansion: 2_000_000,
  embedDepth: 2,
  embedsPerNote: 50,
  imagesPerNote: 20,
  imageSide: 2048,
  imageBytes: 4 * 1024 * 1024,
}
