/**
 * Divides room among texts in order: each gets an equal part, what a short one leaves goes to the
 * longer ones, and those that would get less than `least` of what they need get nothing.
 */
export function shareRoom(lengths: readonly number[], room: number, least: number): readonly number[] {
  const shares = lengths.map(() => 0)
  const served = lengths
    .map((length, index) => ({ length, index }))
    .filter(({ length }) => length > 0)
    .slice(0, Math.floor(room / least))
    .sort((left, right) => left.length - right.length || left.index - right.index)
  let rest = room
  served.forEach(({ length, index }, position) => {
    const share = Math.min(length, Math.floor(rest / (served.length - position)))
    shares[index] = share
    rest -= share
  })
  return shares
}
