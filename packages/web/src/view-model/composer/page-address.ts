const LONGEST = 2_000

/** A text that is the address of a page and nothing else; of two that run into each other, the one pasted last. */
export function parsePageAddress(text: string): string | undefined {
  const address = text.trim().replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > LONGEST || !URL.canParse(address))
    return undefined
  return new URL(address).hostname.includes('.') ? address : undefined
}

/** An address in few words, as one says it: `example.org/plans`. */
export function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname, search } = new URL(address)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname.replace(/\/$/, '')}${search}`
}
