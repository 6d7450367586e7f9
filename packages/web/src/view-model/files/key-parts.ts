/** What a key names: a file or something in it, or a text that lies in no file of the workspace. */
export type KeyParts =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'query'; readonly path: string }
  | { readonly kind: 'held'; readonly label: string }
  /** A folder or a tag, which stands for its files. */
  | { readonly kind: 'group'; readonly label: string }

const QUERY = /^(.+)#query=[0-9a-f]{16}$/
const HELD: Readonly<Record<string, string>> = {
  upload: 'Uploaded file',
  paste: 'Pasted text',
  chat: 'Another chat',
  unparsed: 'An earlier text',
}

const GROUPS: Readonly<Record<string, (name: string) => string>> = {
  tag: (name) => `#${name}`,
  folder: (name) => (name === '/' ? 'All files' : `${name}/`),
}

/** Keys say where a text comes from; those of queries and uploads end in a hash, which nobody wants to read. */
export function keyParts(key: string): KeyParts {
  const [, path] = QUERY.exec(key) ?? []
  if (path !== undefined) return { kind: 'query', path }
  const [, scheme = '', name = ''] = /^([a-z]+):(.*)$/s.exec(key) ?? []
  const group = Object.hasOwn(GROUPS, scheme) ? GROUPS[scheme] : undefined
  if (group) return { kind: 'group', label: group(name) }
  const label = Object.hasOwn(HELD, scheme) ? HELD[scheme] : undefined
  return label === undefined ? { kind: 'file', path: key } : { kind: 'held', label }
}

/** The line of its note at which a query stands, as its title says. */
export function queryLine(title: string | undefined): number | undefined {
  const [, line] = /, line (\d{1,9})$/.exec(title ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}
