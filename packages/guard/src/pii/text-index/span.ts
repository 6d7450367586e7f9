export interface Span {
  readonly start: number
  readonly end: number
}
