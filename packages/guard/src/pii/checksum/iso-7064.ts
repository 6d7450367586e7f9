/** ISO 7064 mod 11, 10: Germany's tax and VAT numbers, Croatia's OIB. */
export function isMod11And10Valid(digits: string): boolean {
  let product = 10
  for (let at = 0; at < digits.length - 1; at += 1) {
    const sum = (digits.charCodeAt(at) - 48 + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (product + digits.charCodeAt(digits.length - 1) - 48) % 10 === 1
}
