export interface KnownValue {
  readonly start: number
  readonly end: number
  readonly placeholder: string
}

/** Values are looked up by so many first characters; shorter ones by all they have. */
const HEAD = 6

/**
 * Values that have a placeholder. Finding them takes time linear in the text however many they are, for there are as
 * many as findings: by their first characters, and then by the few lengths that such values have.
 */
export class KnownValues {
  readonly #placeholders = new Map<string, string>()
  /** The lengths of values by their heads, the longest first. */
  readonly #lengths = new Map<string, number[]>()
  /** The lengths of heads, the longest first. */
  readonly #headLengths: number[] = []

  constructor(placeholders: Iterable<readonly [value: string, placeholder: string]>) {
    for (const [value, placeholder] of placeholders) this.add(value, placeholder)
  }

  add(value: string, placeholder: string): void {
    this.#placeholders.set(value, placeholder)
    if (value === '') return
    const head = value.slice(0, HEAD)
    const lengths = this.#lengths.get(head)
    if (lengths) insertDescending(lengths, value.length)
    else this.#lengths.set(head, [value.length])
    insertDescending(this.#headLengths, head.length)
  }

  placeholderOf(value: string): string | undefined {
    return this.#placeholders.get(value)
  }

  entries(): MapIterator<[value: string, placeholder: string]> {
    return this.#placeholders.entries()
  }

  /** Their places in a text: leftmost first, longest at each place, no overlaps. */
  findIn(text: string): readonly KnownValue[] {
    const found: KnownValue[] = []
    if (this.#headLengths.length === 0) return found
    for (let at = 0; at < text.length; ) {
      const known = this.#longestAt(text, at)
      if (known) found.push(known)
      at = known?.end ?? at + 1
    }
    return found
  }

  #longestAt(text: string, at: number): KnownValue | undefined {
    for (const headLength of this.#headLengths)
      for (const length of this.#lengths.get(text.slice(at, at + headLength)) ?? []) {
        const placeholder = this.#placeholders.get(text.slice(at, at + length))
        if (placeholder !== undefined) return { start: at, end: at + length, placeholder }
      }
    return undefined
  }
}

function insertDescending(numbers: number[], number: number): void {
  const place = numbers.findIndex((one) => one <= number)
  if (place < 0) numbers.push(number)
  else if (numbers[place] !== number) numbers.splice(place, 0, number)
}
