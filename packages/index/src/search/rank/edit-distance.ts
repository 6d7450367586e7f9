/**
 * Insertions, deletions, changes and swaps of neighbours that turn one word into the other, up to `most`; one
 * more than `most` where it takes more. With `openEnd`, letters at the end of `word` that `term` lacks cost nothing.
 */
export function editDistance(
  word: string,
  term: string,
  { most, openEnd }: { readonly most: number; readonly openEnd: boolean },
): number {
  const tooFar = most + 1
  if (term.length - word.length > most || (!openEnd && word.length - term.length > most)) return tooFar
  let beforeLast: number[] = []
  let last = Array.from({ length: term.length + 1 }, (_, at) => at)
  let best = openEnd ? (last[term.length] ?? tooFar) : tooFar
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= term.length; column++) {
      const same = word[row - 1] === term[column - 1]
      let cost = Math.min(
        (last[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (last[column - 1] ?? tooFar) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && word[row - 1] === term[column - 2] && word[row - 2] === term[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? tooFar) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (openEnd) best = Math.min(best, current[term.length] ?? tooFar)
    if (least > most) return Math.min(best, tooFar)
    beforeLast = last
    last = current
  }
  return Math.min(openEnd ? best : (last[term.length] ?? tooFar), tooFar)
}
