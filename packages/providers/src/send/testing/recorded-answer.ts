/** What a scripted model says, before it is put into the form of a protocol. */
export interface RecordedAnswer {
  readonly thinking?: { readonly text: string; readonly signature: string }
  readonly texts: readonly string[]
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
  readonly finish?: 'stop' | 'length'
}

/** The tokens that every recorded answer reports, in the neutral form. */
export const REPORTED = { cached: 600, written: 300, uncached: 100, output: 40, reasoning: 15 } as const
