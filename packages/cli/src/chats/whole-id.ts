import { CliError } from '../cli-error.ts'

/** As with chats: fewer signs would fit by accident. */
const SHORTEST_BEGINNING = 4

/** The only id that begins so; what fits none stays as it is, for whoever knows more ids to find or to refuse. */
export function wholeId(ids: Iterable<string>, wanted: string): string {
  const known = new Set(ids)
  if (known.has(wanted) || wanted.length < SHORTEST_BEGINNING) return wanted
  const [found = wanted, ...others] = [...known].filter((id) => id.startsWith(wanted))
  if (others.length > 0)
    throw new CliError('usage', `${others.length + 1} ids begin with "${wanted}": give more of it.`)
  return found
}
