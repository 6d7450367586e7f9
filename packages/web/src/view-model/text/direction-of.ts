const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

export type Direction = 'ltr' | 'rtl'

/** Which way a text is read: as its first letter is. A text without a letter goes with what it stands in. */
export function directionOf(text: string): Direction | undefined {
  const letter = FIRST_LETTER.exec(text)?.[0]
  if (letter === undefined) return undefined
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
