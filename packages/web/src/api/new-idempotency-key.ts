/** A key by which the server recognises a message that is sent twice. */
export function newIdempotencyKey(): string {
  // randomUUID exists only in secure contexts; a page served over plain HTTP in a home network is none.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
