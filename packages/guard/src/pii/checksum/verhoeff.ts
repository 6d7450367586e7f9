const MULTIPLY = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTE = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Whether the digits end in their Verhoeff check digit. */
export function isVerhoeffValid(digits: string): boolean {
  let check = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const permuted = Number(PERMUTE[at % 8]?.[digit])
    check = Number(MULTIPLY[check]?.[permuted])
  }
  return check === 0
}
