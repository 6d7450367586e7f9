export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number
}

/** The same numbers in every run: a linear congruential generator, high bits only. */
export function createRandom(start: number): Random {
  let state = start >>> 0
  return {
    below: (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    },
  }
}
