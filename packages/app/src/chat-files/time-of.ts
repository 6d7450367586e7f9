export function timeOf(at: number | undefined, otherwise: number): number {
  return isTime(at) ? at : otherwise
}

export function isTime(at: number | undefined): at is number {
  return at !== undefined && Number.isSafeInteger(at) && at >= 0
}
