/** Shorter ones are too common as parts of words to be replaced everywhere. */
const SHORTEST_SECRET = 4
const REMOVED = '[removed]'

/** What keys look like wherever they stand, also when the provider masks their middle. */
const KEY_SHAPES: readonly RegExp[] = [
  /\b(?:sk|rk|pk|xai|gsk|or|key|api)[-_][A-Za-z0-9_\-*.]{8,200}/g,
  /\bAIza[A-Za-z0-9_\-*]{10,100}/g,
  /\b(bearer|basic)\s{1,4}[A-Za-z0-9._~+/=\-*]{6,400}/gi,
  /\b(authorization|x-api-key|x-goog-api-key|api[-_]?key)(["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',}]{4,400}/gi,
]

/** A text without the given secrets, in any form in which a provider may echo them, and without what looks like one. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) {
    const plain = secret.trim()
    if (plain.length < SHORTEST_SECRET) continue
    for (const form of formsOf(plain)) clean = clean.replaceAll(form, REMOVED)
  }
  for (const shape of KEY_SHAPES) clean = clean.replace(shape, REMOVED)
  return clean
}

/** As it is, as in a URL, as inside a JSON string, and as base64. */
function formsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/(?<!=)=+$/, '')
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64]
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}
