import { wholePart } from '../tools/files/show-lines.ts'

/**
 * A text that comes in pieces and is read behind its end. Asking one long string for its last letters would copy all
 * of it first, with each piece that comes.
 */
export class GrowingText {
  #pieces: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  get whole(): string {
    // As one piece from here on: it is put together once.
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')]
    return this.#pieces[0] ?? ''
  }

  append(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** What follows this many code units, at most so much of it; a character is never cut in two. */
  from(position: number, most: number): string {
    let first = this.#pieces.length
    let start = this.#length
    while (start > position) {
      const piece = this.#pieces[first - 1]
      if (piece === undefined) break
      first -= 1
      start -= piece.length
    }
    let found = ''
    let skipped = Math.max(0, position - start)
    for (const piece of this.#pieces.slice(first)) {
      found += skipped === 0 ? piece : piece.slice(skipped)
      skipped = 0
      if (found.length >= most) break
    }
    return wholePart(found, most)
  }
}
