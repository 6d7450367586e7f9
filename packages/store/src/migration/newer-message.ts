/** Why a database of a later version is not written. */
export function newerMessage(found: number, newest: number): string {
  return `This data was written by a newer Varve (schema ${found}; this one knows ${newest}). It can be read, not changed: update Varve.`
}
