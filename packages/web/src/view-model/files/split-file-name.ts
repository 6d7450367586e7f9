const SHORT = 14
const STEM_TAIL = 4
const LONGEST_EXTENSION = 10

/**
 * The two halves of a file name for a middle ellipsis: the first may be cut, the second never is.
 * A name loses its middle, so that `…-final.md` and its ending always show.
 */
export function splitFileName(name: string): { readonly head: string; readonly tail: string } {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map(
    ({ segment }) => segment,
  )
  if (characters.length <= SHORT) return { head: name, tail: '' }
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= LONGEST_EXTENSION ? characters.length - dot : 0
  const cut = characters.length - extension - STEM_TAIL
  return { head: characters.slice(0, cut).join(''), tail: characters.slice(cut).join('') }
}

/** The last step of a path, and the folder that holds it. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/')
  return { folder: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) }
}
