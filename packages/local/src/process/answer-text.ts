export interface AnswerTextOptions {
  readonly stop: readonly string[]
  /** Where it is seen, the rest is a call of a tool. */
  readonly trigger?: string | undefined
  /** The trigger counts at the very beginning only. */
  readonly isWhole?: boolean | undefined
}

/**
 * The text of an answer as it comes: what may be the beginning of a stop sequence or of a call is held back until that
 * is known.
 */
export class AnswerText {
  /** All that is shown. */
  text = ''
  /** What follows the trigger; undefined while there was none. */
  callText: string | undefined
  isStopped = false
  readonly #options: AnswerTextOptions
  #held = ''

  constructor(options: AnswerTextOptions) {
    this.#options = options
  }

  /** What can be shown now. */
  write(piece: string): string {
    if (this.isStopped) return ''
    if (this.callText !== undefined) {
      this.callText += piece
      return ''
    }
    this.#held += piece
    const { stop, trigger } = this.#options
    const stopAt = firstOf(this.#held, stop)
    const callAt = trigger !== undefined && this.#mayCall() ? this.#held.indexOf(trigger) : -1
    if (callAt !== -1 && trigger !== undefined && (stopAt === -1 || callAt <= stopAt)) {
      const shown = this.#show(callAt)
      this.callText = this.#held.slice(trigger.length)
      this.#held = ''
      return shown
    }
    if (stopAt !== -1) {
      this.isStopped = true
      const shown = this.#show(stopAt)
      this.#held = ''
      return shown
    }
    const watched = [...stop, ...(trigger !== undefined && this.#mayCall() ? [trigger] : [])]
    return this.#show(this.#held.length - longestBeginning(this.#held, watched))
  }

  /** What was held back, now that nothing more comes. */
  end(): string {
    return this.isStopped ? '' : this.#show(this.#held.length)
  }

  #mayCall(): boolean {
    return !this.#options.isWhole || this.text.trim() === ''
  }

  #show(length: number): string {
    const shown = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    this.text += shown
    return shown
  }
}

function firstOf(text: string, words: readonly string[]): number {
  const places = words.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((place) => place !== -1)
  return places.length === 0 ? -1 : Math.min(...places)
}

/** The longest end of the text with which one of the words begins. */
function longestBeginning(text: string, words: readonly string[]): number {
  let longest = 0
  for (const word of words)
    for (let length = Math.min(word.length - 1, text.length); length > longest; length -= 1)
      if (text.endsWith(word.slice(0, length))) {
        longest = length
        break
      }
  return longest
}
