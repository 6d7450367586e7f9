/** Typed alone, it is done and not sent. */
export function isCompactCommand(text: string): boolean {
  return /^\s*\/compact\s*$/i.test(text)
}
