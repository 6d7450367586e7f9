/** How much of a workspace is taken into its index. */
export interface IndexLimits {
  readonly maximumFiles: number
  readonly maximumFileBytes: number
  readonly maximumPdfBytes: number
  readonly maximumPdfPages: number
}

export const INDEX_LIMITS: IndexLimits = {
  maximumFiles: 500_000,
  maximumFileBytes: 8 * 1024 * 1024,
  maximumPdfBytes: 64 * 1024 * 1024,
  maximumPdfPages: 1000,
}
