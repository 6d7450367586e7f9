/** Where a run of them begins, and the characters. */
export type OddRun = readonly [at: number, characters: string]

/** Control characters that make a file look binary, and halves of pairs, which UTF-8 cannot hold. */
const ODD = /(?:(?![\t\n\r])[\p{Cc}\p{Cs}])+/gu
const SHOWN_INSTEAD = '\ufffd'

export interface ShownText {
  /** As long as the text, with a replacement character for each odd one. */
  readonly shown: string
  readonly odd: readonly OddRun[]
}

/** Takes out what cannot stand in a text file; `restoreOddCharacters` puts it back. */
export function takeOddCharacters(text: string): ShownText {
  const odd: OddRun[] = []
  const shown = text.replace(ODD, (run, at: number) => {
    odd.push([at, run])
    return SHOWN_INSTEAD.repeat(run.length)
  })
  return { shown, odd }
}

/** Undefined where the text no longer has a replacement character at each of the places. */
export function restoreOddCharacters(shown: string, odd: readonly OddRun[]): string | undefined {
  const pieces: string[] = []
  let from = 0
  for (const [at, characters] of odd) {
    const end = at + characters.length
    if (at < from || shown.slice(at, end) !== SHOWN_INSTEAD.repeat(characters.length)) return undefined
    pieces.push(shown.slice(from, at), characters)
    from = end
  }
  return pieces.join('') + shown.slice(from)
}
