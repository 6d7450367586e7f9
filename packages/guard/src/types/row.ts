interface Row {
  readonly type: string
  readonly country?: string
  /** Its main label, and synonyms. */
  readonly label: string
  readonly alsoNamed?: readonly string[]
  /** Labels beside which it may still be one, besides those of persons. */
  readonly besides?: readonly string[]
  /** Right behind it, as messages between programs have it, this says as much as a label. */
  readonly namedBehind?: RegExp
  /** What is right before a number with the same check that is another thing. */
  readonly notAfter?: RegExp
}

/** A number of digits alone. */
export interface NumberRow extends Row {
  readonly lengths: readonly number[]
  readonly isValid: (digits: string) => boolean
  /**
   * How much its form proves. `strong`: no other number passes by chance, so it is found even in one piece;
   * `weak`: one in ten passes, so groups or a label must confirm it; `none`: no check digit; `label`: only a
   * label right next to it counts.
   */
  readonly check: 'strong' | 'weak' | 'none' | 'label'
  /** Its usual groups, with the separators between their lengths, as in `3-2-4`. */
  readonly shapes?: RegExp
  /** How sure its groups alone are, without a word beside them. */
  readonly unnamed?: number
  /** Its groups are those of any large number: alone they count only in a text about its country. */
  readonly atHome?: true
}

/** A code with letters in it. */
export interface CodeRow extends Row {
  readonly pattern: RegExp
  /** Separators that the check does not count. */
  readonly separators: RegExp
  readonly isValid: (code: string) => boolean
  /** Confidence without a label. At 0, a label must be right next to it. */
  readonly unnamed: number
  /** Also found in lower case, whatever is next to it. */
  readonly anyCase?: true
  /** It has a check digit, so that it is one in a path and in the name of a file too. */
  readonly isChecked?: true
}

/** Everything known about a type of private data. A type made of numbers or codes needs nothing more. */
export interface TypeRow {
  /** One value of it, as in the middle of a sentence. */
  readonly name: string
  /** Several, if that is not `name` with an s. */
  readonly plural?: string
  /** How bad it is when such a value leaves. */
  readonly severity: 'critical' | 'high' | 'moderate' | 'low'
  readonly advice: string
  /** Words before its values by vocabulary: folded phrases, parted by `|`; see `context/labels.ts`. */
  readonly labels?: Readonly<Record<string, string>>
  readonly numbers?: readonly Omit<NumberRow, 'type'>[]
  readonly codes?: readonly Omit<CodeRow, 'type'>[]
}
