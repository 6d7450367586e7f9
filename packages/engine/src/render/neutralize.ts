import { findOwnTag } from './own-tag-scanner.ts'

/**
 * Makes what looks like one of Varve's tags harmless by one backslash after its `<`; a run of
 * backslashes already there grows by one, so that `restoreNeutralized` undoes it for every text.
 */
export function neutralize(text: string): string {
  let result = ''
  let copied = 0
  for (let site = findOwnTag(text, 0); site; site = findOwnTag(text, site.to)) {
    result += `${text.slice(copied, site.to)}\\`
    copied = site.to
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** The exact inverse of `neutralize`. */
export function restoreNeutralized(text: string): string {
  let result = ''
  let copied = 0
  for (let site = findOwnTag(text, 0); site; site = findOwnTag(text, site.to)) {
    if (site.to === site.from) continue
    result += text.slice(copied, site.to - 1)
    copied = site.to
  }
  return copied === 0 ? text : result + text.slice(copied)
}
