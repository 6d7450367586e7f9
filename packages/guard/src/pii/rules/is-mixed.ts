/** Letters and digits, or letters and signs that words do not have. */
export function isMixed(value: string): boolean {
  return (
    value.length >= 5 &&
    /\p{L}/u.test(value) &&
    !/:\/\/|\]\(|^[a-z_]{2,}=/.test(value) &&
    /[\d!@#$%^&*?+~]/.test(value) &&
    !/^(?:v?\d+\.\d|\d+(?:st|nd|rd|th|px|mb|gb|ms|s)$)/i.test(value)
  )
}
