import { foldText } from '../text/fold-text.ts'
import type { Mention } from './find-mention.ts'
import type { Mentionable } from './mention-groups.ts'
import { atGroup, isNamed } from './word-groups.ts'

const LONGEST = 80

/**
 * The `@query` with blanks in it that the caret stands in: a blank ends a mention, unless a file or a folder here is
 * called that. A blank at the end always does.
 */
export function findSpacedMention(
  text: string,
  caret: number,
  get: () => Pick<Mentionable, 'index' | 'chats' | 'folders' | 'definitions'>,
): Mention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret)
  const [, query] = /(?:^|[\s([{"'])@([^\s@#]+(?:[^\S\n]+[^\s@]+)+)$/u.exec(before) ?? []
  if (query === undefined) return undefined
  const [word = ''] = query.split(/\s/u, 1)
  const { index, chats, folders, definitions } = get()
  // What is called by its name stays in the text, and the text goes on after it.
  if (isNamed(atGroup(word, definitions), word)) return undefined
  const wanted = foldText(query)
  const isKnown =
    index.files.some(({ foldedName, foldedTitle, foldedAliases }) =>
      [foldedName, foldedTitle, ...foldedAliases].some((name) => name.includes(wanted)),
    ) ||
    chats.some(({ title }) => foldText(title).includes(wanted)) ||
    folders.some(({ path }) => foldText(path).includes(wanted))
  return isKnown ? { sign: '@', start: caret - query.length - 1, end: caret, query } : undefined
}
