import { webAddress } from './web-address.ts'

export type WebKind = 'url' | 'youtube' | 'tweet'

const VIDEO = /^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/
const TWEET = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/[^/]+\/status(?:es)?\/\d+/

/** What an address leads to, by its spelling alone. Throws where it is no web address. */
export function webKind(url: string): WebKind {
  const normal = webAddress(url)
  if (VIDEO.test(normal)) return 'youtube'
  return TWEET.test(normal) ? 'tweet' : 'url'
}
