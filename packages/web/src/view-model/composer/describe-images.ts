/** Hosts that are named; beyond them, the rest is counted. */
const NAMED = 3

/** How many pictures, and which hosts they would be fetched from. */
export function describeImages(addresses: readonly string[]): {
  readonly count: string
  readonly hosts: string
} {
  const all = [...new Set(addresses.map(hostOf))]
  const named = all.length <= NAMED + 1 ? all : all.slice(0, NAMED)
  const more = all.length - named.length
  const hosts = more === 0 ? named : [...named, `${more} more hosts`]
  return {
    count: `${addresses.length} ${addresses.length === 1 ? 'image' : 'images'}`,
    hosts: hosts.length < 2 ? hosts.join('') : `${hosts.slice(0, -1).join(', ')} and ${hosts.at(-1)}`,
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
