/** A value of the front matter, with the line on which it begins. */
export type FrontValue = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'list'; readonly items: readonly FrontValue[] }
  | { readonly kind: 'map'; readonly entries: readonly FrontEntry[] }
  | { readonly kind: 'nothing' }
)

export interface FrontEntry {
  readonly name: string
  readonly line: number
  readonly value: FrontValue
}
