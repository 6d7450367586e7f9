/** Text as it is compared: without case and without accents. Plain ASCII, the usual case, takes the short way. */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
