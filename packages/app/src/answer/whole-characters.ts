/** Passes text on in whole characters: half of a surrogate pair waits for the other half. */
export interface WholeCharacters {
  readonly take: (delta: string) => string
  /** What never got its other half, made well-formed. */
  readonly rest: () => string
}

export function wholeCharacters(): WholeCharacters {
  let half = ''
  return {
    take: (delta) => {
      const text = half + delta
      const last = text.charCodeAt(text.length - 1)
      half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : ''
      return text.slice(0, text.length - half.length).toWellFormed()
    },
    rest: () => {
      const left = half.toWellFormed()
      half = ''
      return left
    },
  }
}
