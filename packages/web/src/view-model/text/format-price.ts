import type { ModelView } from '@varve/server/types'

/** Dollars for a million tokens, in and out: `$2 / $10`, or that it costs nothing. */
export function formatPrice({ price }: Pick<ModelView, 'price'>): string {
  if (!price || isFree({ price })) return 'free'
  return `${rate(price.input)} / ${rate(price.output)}`
}

export function isFree({ price }: Pick<ModelView, 'price'>): boolean {
  return !price || (price.input === 0 && price.output === 0)
}

/** Price lists give up to three places; none are added, none are lost. */
function rate(dollars: number): string {
  const cents = dollars.toFixed(2)
  return `$${Number(cents) === dollars ? cents.replace(/\.00$/, '') : String(Number(dollars.toPrecision(4)))}`
}
