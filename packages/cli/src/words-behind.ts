/** `-k` with letters right behind it: a count has none, so it is a word that must not stand. */
const WORD = /^-k(?=\p{L})/u

/**
 * The arguments of `varve search` with such words behind `--`, where none is taken for an option: `-kitchen` is the
 * word kitchen, not `-k itchen`. In which place a word stands says nothing.
 */
export function wordsBehind(argv: readonly string[]): readonly string[] {
  if (argv[0] !== 'search') return argv
  const end = argv.indexOf('--')
  const [before, behind] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const isWord = (argument: string, at: number) => WORD.test(argument) && before[at - 1] !== '--workspace'
  const words = before.filter(isWord)
  if (words.length === 0) return argv
  return [...before.filter((argument, at) => !isWord(argument, at)), '--', ...words, ...behind]
}
