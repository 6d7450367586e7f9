import type { ObservedFile } from './observe-files.ts'

/** Beyond this many of a kind, one sentence counts the rest. */
const NAMED = 3

/** Kept files that are no longer what the model was given, in words: the answer rests on the kept text. */
export function keptNotices(files: readonly ObservedFile[]): readonly string[] {
  const keys = (isMeant: (now: ObservedFile['now']) => boolean): readonly string[] =>
    files.filter(({ now }) => isMeant(now)).map(({ artifact }) => artifact.key)
  return [
    ...sentences(
      keys((now) => now.kind === 'changed'),
      (key) => `${key} changed on disk; attach it again to use the new text.`,
      (count) => `${count} more kept files changed on disk; attach them again to use the new text.`,
    ),
    ...sentences(
      keys((now) => now.kind === 'missing' && now.why === 'gone'),
      (key) => `${key} is no longer in the workspace; the kept text was used.`,
      (count) => `${count} more kept files are no longer in the workspace; the kept text was used.`,
    ),
    ...sentences(
      keys((now) => now.kind === 'missing' && now.why === 'unreadable'),
      (key) => `${key} can no longer be read; the kept text was used.`,
      (count) => `${count} more kept files can no longer be read; the kept text was used.`,
    ),
  ]
}

/** The last one named makes room for a count only where that counts more than itself. */
function sentences(
  keys: readonly string[],
  one: (key: string) => string,
  more: (count: number) => string,
): readonly string[] {
  if (keys.length <= NAMED + 1) return keys.map(one)
  return [...keys.slice(0, NAMED).map(one), more(keys.length - NAMED)]
}
