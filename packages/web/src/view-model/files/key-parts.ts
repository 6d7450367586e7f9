/** What a key names: a file or something in it, or a text that lies in no file of the workspace. */
export type KeyParts =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'query'; readonly path: string }
  | { readonly kind: 'held'; readonly label: string }

const QUERY = /^(.+)#query=[0-9a-f]{16}$/
const HELD: Readonly<Record<string, string>> = {
  upload: 'Uploaded file',
  paste: 'Pasted text',
  chat: 'Another chat',
  unparsed: 'An earlier text',
}

/** Keys say where a text comes from; those of queries and uploads end in a hash, which nobody wants to read. */
export function keyParts(key: string): KeyParts {
  const [, path] = QUERY.exec(key) ?? []
  if (path !== undefined) return { kind: 'query', path }
  const [, scheme = ''] = /^([a-z]+):/.exec(key) ?? []
  const label = Object.hasOwn(HELD, scheme) ? HELD[scheme] : undefined
  return label === undefined ? { kind: 'file', path: key } : { kind: 'held', label }
}

/** The line of its note at which a query stands, as its title says. */
export function queryLine(title: string | undefined): number | undefined {
  const [, line] = /, line (\d{1,9})$/.exec(title ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}
