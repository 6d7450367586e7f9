/** Counts tokens of one part. Pure: the same text always has the same count. */
export interface Tokenizer {
  /** Part of every memo key, so that two tokenizers never share a count. */
  readonly id: string
  readonly count: (text: string) => number
}
