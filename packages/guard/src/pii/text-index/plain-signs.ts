/**
 * Digits of other scripts, the wide forms of East Asian keyboards, blanks of any width, and the invisible signs that
 * come along when a number is copied from a page: all of one code unit.
 */
const ODD_SIGN =
  /[\uff10-\uff19\uff20-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u2000-\u200a\u205f\u3000]|(?<=[0-9A-Z])[\u00ad\u200b\u2060\ufeff](?=[0-9A-Z])/g

const WIDE = 0xff01
const WIDE_END = 0xff5e
/** How far a wide sign is from the plain one. */
const WIDE_OFFSET = 0xfee0
const ZEROS = [0x0660, 0x06f0, 0x0966]

/** A text as the rules read it: the same values, in the signs that they know, each at the same place. */
export function plainSigns(text: string): string {
  return text.replace(ODD_SIGN, (sign) => {
    const code = sign.charCodeAt(0)
    if (code >= WIDE && code <= WIDE_END) return String.fromCharCode(code - WIDE_OFFSET)
    const zero = ZEROS.find((first) => code >= first && code <= first + 9)
    return zero === undefined ? ' ' : String(code - zero)
  })
}
